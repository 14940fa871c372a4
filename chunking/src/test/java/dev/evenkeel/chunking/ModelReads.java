package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** Random reads. Pages are read to the last. */
final class ModelReads {
  private static final int PAGES_MAX = 100;

  private final ModelTables tables;
  private final Gen gen;
  private final ModelValues made;
  private final boolean pagesMayEndEarly;

  /**
   * @param pagesMayEndEarly whether the spec lets fewer bytes come at a time than DynamoDB does
   */
  ModelReads(ModelTables tables, Gen gen, ModelValues made, boolean pagesMayEndEarly) {
    this.tables = tables;
    this.gen = gen;
    this.made = made;
    this.pagesMayEndEarly = pagesMayEndEarly;
  }

  void everything() {
    pages(
        (table, start) -> ScanRequest.builder().tableName(table).exclusiveStartKey(start).build());
  }

  void get() {
    Clauses clauses = new Clauses(gen, made);
    GetItemRequest.Builder get =
        GetItemRequest.builder()
            .key(made.key())
            .projectionExpression(clauses.maybe(0.5, clauses::projection))
            .expressionAttributeNames(clauses.names())
            .consistentRead(gen.chance(0.5));
    tables.same(table -> get.tableName(table).build());
  }

  void transactGet() {
    if (pagesMayEndEarly) {
      return; // a transaction has no second page, and is refused
    }
    List<BiFunction<TransactGetItem.Builder, String, TransactGetItem.Builder>> gets =
        new ArrayList<>();
    for (Map<String, AttributeValue> key : made.keys(4)) {
      Clauses clauses = new Clauses(gen, made);
      String projection = clauses.maybe(0.5, clauses::projection);
      gets.add(
          (item, table) ->
              item.get(
                  get ->
                      get.tableName(table)
                          .key(key)
                          .projectionExpression(projection)
                          .expressionAttributeNames(clauses.names())));
    }
    tables.same(
        table ->
            TransactGetItemsRequest.builder()
                .transactItems(
                    gets.stream()
                        .map(get -> get.apply(TransactGetItem.builder(), table).build())
                        .toList())
                .build());
  }

  void batchGet() {
    Clauses clauses = new Clauses(gen, made);
    KeysAndAttributes keys =
        KeysAndAttributes.builder()
            .keys(made.keys(6))
            .projectionExpression(clauses.maybe(0.5, clauses::projection))
            .expressionAttributeNames(clauses.names())
            .build();
    if (!pagesMayEndEarly) {
      tables.same(table -> BatchGetItemRequest.builder().requestItems(Map.of(table, keys)).build());
      return;
    }
    tables.sameOf(table -> keys, (face, table) -> all(face, table, keys));
  }

  private static List<Map<String, AttributeValue>> all(
      ClientUnderTest face, String table, KeysAndAttributes keys) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, KeysAndAttributes> rest = Map.of(table, keys);
    while (!rest.isEmpty()) {
      BatchGetItemResponse response =
          face.call(BatchGetItemRequest.builder().requestItems(rest).build());
      List<Map<String, AttributeValue>> some = response.responses().getOrDefault(table, List.of());
      assertThat(some.isEmpty() && !response.unprocessedKeys().isEmpty()).isFalse();
      items.addAll(some);
      rest = response.unprocessedKeys();
    }
    return Normal.anyOrder(items);
  }

  /** A Query or a Scan, of the table or an index. */
  void page() {
    String index = gen.oneOf(List.of("", ModelTables.ALL, ModelTables.SOME));
    Clauses clauses = new Clauses(gen, made);
    boolean query = gen.chance(0.7);
    String key = query ? key(index, clauses) : null;
    String filter = clauses.maybe(0.4, clauses::condition);
    boolean count = gen.chance(0.1);
    String projection = count || gen.chance(0.5) ? null : clauses.projection();
    Integer limit = gen.chance(0.6) ? gen.between(1, 4) : null;
    boolean forward = gen.chance(0.5);
    pages(
        (table, start) ->
            query
                ? QueryRequest.builder()
                    .tableName(table)
                    .indexName(index.isEmpty() ? null : index)
                    .keyConditionExpression(key)
                    .filterExpression(filter)
                    .projectionExpression(projection)
                    .select(count ? Select.COUNT : null)
                    .expressionAttributeNames(clauses.names())
                    .expressionAttributeValues(clauses.values())
                    .scanIndexForward(forward)
                    .exclusiveStartKey(start)
                    .limit(limit)
                    .build()
                : ScanRequest.builder()
                    .tableName(table)
                    .indexName(index.isEmpty() ? null : index)
                    .filterExpression(filter)
                    .projectionExpression(projection)
                    .select(count ? Select.COUNT : null)
                    .expressionAttributeNames(clauses.names())
                    .expressionAttributeValues(clauses.values())
                    .exclusiveStartKey(start)
                    .limit(limit)
                    .build());
  }

  private String key(String index, Clauses clauses) {
    String partition =
        index.isEmpty()
            ? clauses.name("id") + " = " + clauses.value(AttributeValue.fromS(made.id()))
            : clauses.name("group") + " = " + clauses.value(AttributeValue.fromS(made.group()));
    if (gen.chance(0.7)) {
      return partition;
    }
    return index.isEmpty()
        ? partition
            + " AND "
            + clauses.name("rank")
            + " > "
            + clauses.value(AttributeValue.fromN("1.5"))
        : partition
            + " AND begins_with("
            + clauses.name("uid")
            + ", "
            + clauses.value(AttributeValue.fromS("a"))
            + ")";
  }

  private void pages(
      BiFunction<
              String,
              @Nullable Map<String, AttributeValue>,
              software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest>
          request) {
    if (pagesMayEndEarly) {
      tables.sameOf(
          table -> request.apply(table, null), (face, table) -> allPages(face, table, request));
      return;
    }
    Map<String, AttributeValue> start = null;
    for (int page = 0; page < PAGES_MAX; page++) {
      Map<String, AttributeValue> from = start;
      Outcome outcome = tables.same(table -> request.apply(table, from));
      start = outcome.failed() ? Map.of() : lastKey(outcome);
      if (start.isEmpty()) {
        return;
      }
    }
    throw new AssertionError("a Query without end");
  }

  private List<Object> allPages(
      ClientUnderTest face,
      String table,
      BiFunction<
              String,
              @Nullable Map<String, AttributeValue>,
              software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest>
          request) {
    List<Object> all = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    int count = 0;
    for (int page = 0; page < PAGES_MAX; page++) {
      Map<String, AttributeValue> from = start;
      Outcome outcome = Outcome.of(face, table, name -> request.apply(name, from));
      if (outcome.failed()) {
        return List.of(outcome);
      }
      all.addAll((List<?>) outcome.told().get(0));
      count += (int) outcome.told().get(1);
      start = lastKey(outcome);
      if (start.isEmpty()) {
        all.add(count);
        return all;
      }
    }
    throw new AssertionError("a Query without end");
  }

  @SuppressWarnings("unchecked") // the outcome of a page ends with its last key
  private static Map<String, AttributeValue> lastKey(Outcome outcome) {
    return (Map<String, AttributeValue>) outcome.told().get(3);
  }
}
