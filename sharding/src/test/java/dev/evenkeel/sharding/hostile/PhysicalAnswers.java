package dev.evenkeel.sharding.hostile;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.protocol.MarshallingType;
import software.amazon.awssdk.core.traits.ListTrait;
import software.amazon.awssdk.core.traits.MapTrait;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.utils.builder.Buildable;

/**
 * Answers each request with every member of its response filled: what can hold a key holds the
 * physical keys of the request. An item is on the first shard that is asked for it.
 */
final class PhysicalAnswers {
  private final PhysicalFixture fixture;
  private final boolean processed;
  private final Set<String> filled = new TreeSet<>();
  private final Set<Map<String, AttributeValue>> found = new HashSet<>();
  private final Set<AttributeValue> sortKeysFound = new HashSet<>();

  /**
   * @param processed whether batches are processed, all of them or nothing
   */
  PhysicalAnswers(PhysicalFixture fixture, boolean processed) {
    this.fixture = fixture;
    this.processed = processed;
  }

  /** The members that were given a physical key, such as {@code QueryResponse.Items}. */
  Set<String> filled() {
    return filled;
  }

  synchronized DynamoDbResponse answer(DynamoDbRequest request) {
    String response = request.getClass().getName().replaceAll("Request$", "Response");
    try {
      Object builder = Class.forName(response).getMethod("builder").invoke(null);
      return (DynamoDbResponse)
          new Filling(request, response.replaceAll(".*\\.", "")).fill((SdkPojo) builder);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }

  /** The answer to one request. */
  private final class Filling {
    private final DynamoDbRequest request;
    private final String root;
    private final List<Map<String, AttributeValue>> asked;

    Filling(DynamoDbRequest request, String root) {
      this.request = request;
      this.root = root;
      this.asked = new AskedItems(fixture).of(request);
    }

    Object fill(SdkPojo builder) {
      return fill(root, builder);
    }

    private Object fill(String path, SdkPojo builder) {
      for (SdkField<?> field : builder.sdkFields()) {
        Object value = value(path + "." + field.memberName(), field);
        if (value != null) {
          field.set(builder, value);
        }
      }
      return ((Buildable) builder).build();
    }

    private Object value(String path, SdkField<?> field) {
      Object echo = echo(field.memberName());
      if (echo != null && processed) {
        return null;
      }
      if (echo != null) {
        filled.add(path);
        return echo;
      }
      if (field.marshallingType() == MarshallingType.LIST) {
        return list(path, field.getTrait(ListTrait.class).memberFieldInfo());
      }
      if (field.marshallingType() == MarshallingType.MAP) {
        return map(path, field.getTrait(MapTrait.class).valueFieldInfo());
      }
      if (field.marshallingType() == MarshallingType.SDK_POJO) {
        return fill(path, field.constructor().get());
      }
      return scalar(field);
    }

    private Object echo(String member) {
      return switch (String.valueOf(member)) { // the members of lists and maps have no name
        case "UnprocessedKeys" -> ((BatchGetItemRequest) request).requestItems();
        case "UnprocessedItems" -> ((BatchWriteItemRequest) request).requestItems();
        default -> null;
      };
    }

    private Object list(String path, SdkField<?> member) {
      if (isAttributes(member)) {
        filled.add(path);
        return path.startsWith("BatchGetItem") ? newlyFound() : asked;
      }
      if (request instanceof TransactGetItemsRequest) {
        return asked.stream().map(item -> itemResponse(path, member, item)).toList();
      }
      Object value = value(path, member);
      return value == null ? null : List.of(value);
    }

    /** One for each action, most of them empty if several shards are asked. */
    private Object itemResponse(String path, SdkField<?> member, Map<String, AttributeValue> item) {
      if (!isNew(item)) {
        return ((Buildable) member.constructor().get()).build();
      }
      SdkPojo builder = member.constructor().get();
      for (SdkField<?> field : builder.sdkFields()) {
        if (isAttributes(field)) {
          filled.add(path + "." + field.memberName());
          field.set(builder, item);
        } else {
          field.set(builder, value(path + "." + field.memberName(), field));
        }
      }
      return ((Buildable) builder).build();
    }

    private Object map(String path, SdkField<?> value) {
      if (value.constructor() != null
          && value.constructor().get() instanceof AttributeValue.Builder) {
        filled.add(path);
        return attributes(path);
      }
      if (path.startsWith("BatchGetItemResponse.Responses") && !processed) {
        return Map.of();
      }
      Object one = value(path, value);
      return one == null ? null : Map.of(PhysicalFixture.TABLE, one);
    }

    private Map<String, AttributeValue> attributes(String path) {
      Map<String, AttributeValue> item = asked.get(0);
      if (path.endsWith("ItemCollectionKey")) {
        return Map.of("pk", item.get("pk"));
      }
      return request.getClass().getSimpleName().startsWith("GetItem") && !isNew(item) ? null : item;
    }

    private List<Map<String, AttributeValue>> newlyFound() {
      return asked.stream().filter(this::isNew).toList();
    }

    private boolean isNew(Map<String, AttributeValue> item) {
      return found.contains(item) || (sortKeysFound.add(item.get("sk")) && found.add(item));
    }

    private boolean isAttributes(SdkField<?> field) {
      return field.marshallingType() == MarshallingType.MAP
          && field.getTrait(MapTrait.class).valueFieldInfo().constructor() != null
          && field.getTrait(MapTrait.class).valueFieldInfo().constructor().get()
              instanceof AttributeValue.Builder;
    }

    /** Key types as the table has them. All other texts are names, states and ids. */
    private Object scalar(SdkField<?> field) {
      MarshallingType<?> type = field.marshallingType();
      if (type == MarshallingType.STRING) {
        return switch (String.valueOf(field.memberName())) {
          case "AttributeName" -> "pk";
          case "AttributeType" -> fixture.physicalType().name();
          default -> PhysicalFixture.TABLE;
        };
      }
      if (type == MarshallingType.INTEGER) {
        return 1;
      }
      return type == MarshallingType.DOUBLE ? (Object) 1.0 : null;
    }
  }

  /** The items of a fixture that a request is about, with their physical keys. */
  record AskedItems(PhysicalFixture fixture) {

    List<Map<String, AttributeValue>> of(Object request) {
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      collect(request, items);
      if (items.isEmpty()) {
        items.add(item(fixture.logicalByPhysical().keySet().iterator().next(), "s1"));
      }
      return items;
    }

    private void collect(Object value, List<Map<String, AttributeValue>> items) {
      if (value instanceof Iterable<?> list) {
        list.forEach(one -> collect(one, items));
      } else if (value instanceof Map<?, ?> map) {
        collect(map, items);
      } else if (value instanceof SdkPojo structure && !(value instanceof AttributeValue)) {
        structure.sdkFields().forEach(f -> collect(f.getValueOrDefault(structure), items));
      }
    }

    private void collect(Map<?, ?> map, List<Map<String, AttributeValue>> items) {
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        if (entry.getValue() instanceof AttributeValue value
            && fixture.logicalByPhysical().containsKey(value)) {
          String sortKey = map.get("sk") instanceof AttributeValue sk ? sk.s() : "s1";
          items.add(item(value, sortKey));
        } else {
          collect(entry.getValue(), items);
        }
      }
    }

    private static Map<String, AttributeValue> item(AttributeValue physical, String sortKey) {
      Map<String, AttributeValue> item = new LinkedHashMap<>();
      item.put("pk", physical);
      item.put("sk", AttributeValue.fromS(sortKey));
      item.put("note", AttributeValue.fromS("mine"));
      return item;
    }
  }
}
