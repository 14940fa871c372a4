package dev.evenkeel.testkit.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/**
 * Items in memory, for a {@link ControlPlaneSimulator} that is to live through years: DynamoDB
 * Local would take hours for the items of leases and ledgers in them. No DynamoDB: it knows
 * GetItem, UpdateItem with {@code SET} of values and {@code REMOVE}, DeleteItem, Query of one
 * partition by keys of type S, and conditions of {@code attribute_not_exists}, {@code =}, {@code <}
 * and {@code <=} joined by {@code OR}; everything by placeholders. All else is refused with {@link
 * UnsupportedOperationException}. Safe for use by several threads.
 */
public final class MemoryItems {
  private static final Pattern MISSING = Pattern.compile("attribute_not_exists\\((#\\w+)\\)");
  private static final Pattern COMPARED = Pattern.compile("(#\\w+) (=|<|<=) (:\\w+)");
  private static final Pattern UPDATE = Pattern.compile("SET (.+?)(?: REMOVE (.+))?");

  private final Map<String, Table> tables = new HashMap<>();
  private final int pageMax;

  private MemoryItems(int pageMax) {
    this.pageMax = pageMax;
  }

  /** Items without tables, in query pages of up to so many items. */
  public static MemoryItems paging(int pageMax) {
    return new MemoryItems(pageMax);
  }

  private record Table(
      String partition, @Nullable String sort, TreeMap<String, Map<String, AttributeValue>> items) {
    String place(Map<String, AttributeValue> key) {
      return text(key, partition) + (sort == null ? "" : '\u0000' + text(key, sort));
    }

    Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
      Map<String, AttributeValue> key = new HashMap<>();
      item.forEach(
          (name, value) -> {
            if (name.equals(partition) || name.equals(sort)) {
              key.put(name, value);
            }
          });
      return key;
    }
  }

  private static String text(Map<String, AttributeValue> key, String name) {
    AttributeValue value = Objects.requireNonNull(key.get(name), name);
    return value.s() == null ? value.toString() : value.s();
  }

  /** A client of these items. */
  public DynamoDbClient client() {
    return SimulatedClient.sync(this::answer, Engines.NONE);
  }

  /** A client of these items, whose futures are complete. */
  public DynamoDbAsyncClient asyncClient() {
    return SimulatedClient.async(this::answer, Engines.NONE);
  }

  private synchronized DynamoDbResponse answer(DynamoDbRequest request) {
    if (request instanceof GetItemRequest get) {
      Table table = table(get.tableName());
      Map<String, AttributeValue> item = table.items.get(table.place(get.key()));
      GetItemResponse.Builder answer = GetItemResponse.builder();
      return (item == null ? answer : answer.item(item)).build();
    } else if (request instanceof PutItemRequest put) {
      put(put);
      return PutItemResponse.builder().build();
    } else if (request instanceof UpdateItemRequest update) {
      update(update);
      return UpdateItemResponse.builder().build();
    } else if (request instanceof DeleteItemRequest delete) {
      delete(delete);
      return DeleteItemResponse.builder().build();
    } else if (request instanceof QueryRequest query) {
      return query(query);
    } else if (request instanceof CreateTableRequest create) {
      create(create);
      return CreateTableResponse.builder().build();
    } else if (request instanceof DeleteTableRequest drop) {
      tables.remove(drop.tableName());
      return DeleteTableResponse.builder().build();
    } else if (request instanceof UpdateTableRequest update
        && !update.hasGlobalSecondaryIndexUpdates()) {
      return UpdateTableResponse.builder().build(); // of a stream, of which items know nothing
    }
    throw unsupported(request.getClass().getSimpleName());
  }

  private static UnsupportedOperationException unsupported(String what) {
    return new UnsupportedOperationException(
        "Items in memory know no %s. Use DynamoDB Local.".formatted(what));
  }

  private Table table(String name) {
    Table table = tables.get(name);
    if (table == null) {
      throw Errors.notFound("Requested resource not found");
    }
    return table;
  }

  private void create(CreateTableRequest request) {
    String partition = "";
    String sort = null;
    for (KeySchemaElement element : request.keySchema()) {
      if (element.keyType() == KeyType.HASH) {
        partition = element.attributeName();
      } else {
        sort = element.attributeName();
      }
    }
    tables.put(request.tableName(), new Table(partition, sort, new TreeMap<>()));
  }

  private void put(PutItemRequest request) {
    Table table = table(request.tableName());
    String place = table.place(request.item());
    new Names(request.expressionAttributeNames(), request.expressionAttributeValues())
        .require(request.conditionExpression(), table.items.get(place));
    table.items.put(place, Map.copyOf(request.item()));
  }

  private void update(UpdateItemRequest request) {
    Table table = table(request.tableName());
    String place = table.place(request.key());
    Map<String, AttributeValue> before = table.items.get(place);
    Names names =
        new Names(request.expressionAttributeNames(), request.expressionAttributeValues());
    names.require(request.conditionExpression(), before);
    Map<String, AttributeValue> after = new HashMap<>(before == null ? request.key() : before);
    Matcher update = UPDATE.matcher(Objects.requireNonNullElse(request.updateExpression(), ""));
    if (!update.matches()) {
      throw unsupported("update '" + request.updateExpression() + "'");
    }
    for (String set : update.group(1).split(", ", -1)) {
      String[] sides = set.split(" = ", -1);
      after.put(names.name(sides[0]), names.value(sides[1]));
    }
    if (update.group(2) != null) {
      for (String name : update.group(2).split(", ", -1)) {
        after.remove(names.name(name));
      }
    }
    table.items.put(place, Map.copyOf(after));
  }

  private void delete(DeleteItemRequest request) {
    Table table = table(request.tableName());
    String place = table.place(request.key());
    new Names(request.expressionAttributeNames(), request.expressionAttributeValues())
        .require(request.conditionExpression(), table.items.get(place));
    table.items.remove(place);
  }

  private QueryResponse query(QueryRequest request) {
    Table table = table(request.tableName());
    Names names =
        new Names(request.expressionAttributeNames(), request.expressionAttributeValues());
    Matcher condition = COMPARED.matcher(request.keyConditionExpression());
    if (!condition.matches() || request.filterExpression() != null || request.limit() != null) {
      throw unsupported("query other than by partition key");
    }
    AttributeValue partition = names.value(condition.group(3));
    String start = request.hasExclusiveStartKey() ? table.place(request.exclusiveStartKey()) : "";
    List<Map<String, AttributeValue>> found = new ArrayList<>();
    table.items.tailMap(start, false).values().stream()
        .filter(item -> partition.equals(item.get(table.partition)))
        .limit(pageMax + 1L)
        .forEach(found::add);
    List<Map<String, AttributeValue>> page = found.subList(0, Math.min(pageMax, found.size()));
    QueryResponse.Builder answer = QueryResponse.builder().items(page);
    if (found.size() > pageMax) {
      answer.lastEvaluatedKey(table.key(page.get(page.size() - 1)));
    }
    return answer.count(page.size()).scannedCount(page.size()).build();
  }

  /** The placeholders of one request. */
  private record Names(Map<String, String> names, Map<String, AttributeValue> values) {
    String name(String placeholder) {
      return Objects.requireNonNull(names.get(placeholder), placeholder);
    }

    AttributeValue value(String placeholder) {
      return Objects.requireNonNull(values.get(placeholder), placeholder);
    }

    void require(@Nullable String condition, @Nullable Map<String, AttributeValue> item) {
      if (condition == null) {
        return;
      }
      Map<String, AttributeValue> attributes = item == null ? Map.of() : item;
      for (String part : condition.split(" OR ", -1)) {
        if (holds(part, attributes)) {
          return;
        }
      }
      throw Errors.conditionFailed();
    }

    private boolean holds(String part, Map<String, AttributeValue> attributes) {
      Matcher missing = MISSING.matcher(part);
      if (missing.matches()) {
        return !attributes.containsKey(name(missing.group(1)));
      }
      Matcher compared = COMPARED.matcher(part);
      if (!compared.matches()) {
        throw unsupported("condition '" + part + "'");
      }
      AttributeValue left = attributes.get(name(compared.group(1)));
      AttributeValue right = value(compared.group(3));
      if (left == null) {
        return false;
      }
      return switch (compared.group(2)) {
        case "=" -> left.equals(right);
        case "<" -> compare(left, right) < 0;
        default -> compare(left, right) <= 0;
      };
    }

    private static int compare(AttributeValue left, AttributeValue right) {
      return left.n() != null && right.n() != null
          ? Long.compare(Long.parseLong(left.n()), Long.parseLong(right.n()))
          : left.s().compareTo(right.s());
    }
  }
}
