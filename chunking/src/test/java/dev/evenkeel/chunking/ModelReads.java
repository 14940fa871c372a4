package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
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
    scan(ScanRequest.builder().tableName(tables.name).build());
  }

  private void same(DynamoDbRequest request) {
    Outcome unused = tables.both.same(request);
  }

  void get() {
    Clauses clauses = new Clauses(gen, made);
    GetItemRequest.Builder get =
        GetItemRequest.builder()
            .key(made.key())
            .projectionExpression(clauses.maybe(0.5, clauses::projection))
            .expressionAttributeNames(clauses.names())
            .consistentRead(gen.chance(0.5));
    same(get.tableName(tables.name).build());
  }

  void transactGet() {
    if (pagesMayEndEarly) {
      return; // a transaction has no second page, and is refused
    }
    List<TransactGetItem> gets = new ArrayList<>();
    for (Map<String, AttributeValue> key : made.keys(4)) {
      Clauses clauses = new Clauses(gen, made);
      String projection = clauses.maybe(0.5, clauses::projection);
      gets.add(
          TransactGetItem.builder()
              .get(
                  get ->
                      get.tableName(tables.name)
                          .key(key)
                          .projectionExpression(projection)
                          .expressionAttributeNames(clauses.names()))
              .build());
    }
    same(TransactGetItemsRequest.builder().transactItems(gets).build());
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
      same(BatchGetItemRequest.builder().requestItems(Map.of(tables.name, keys)).build());
      return;
    }
    Object unused = tables.both.same(keys, keys, this::all);
  }

  private Set<Map<String, AttributeValue>> all(ClientUnderTest client, KeysAndAttributes keys) {
    Set<Map<String, AttributeValue>> items = new HashSet<>();
    Map<String, KeysAndAttributes> rest = Map.of(tables.name, keys);
    while (!rest.isEmpty()) {
      BatchGetItemResponse response =
          client.call(BatchGetItemRequest.builder().requestItems(rest).build());
      List<Map<String, AttributeValue>> some =
          response.responses().getOrDefault(tables.name, List.of());
      assertThat(some.isEmpty() && !response.unprocessedKeys().isEmpty()).isFalse();
      some.forEach(item -> items.add(Normal.item(item)));
      rest = response.unprocessedKeys();
    }
    return items;
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
    if (query) {
      query(
          QueryRequest.builder()
              .tableName(tables.name)
              .indexName(index.isEmpty() ? null : index)
              .keyConditionExpression(key)
              .filterExpression(filter)
              .projectionExpression(projection)
              .select(count ? Select.COUNT : null)
              .expressionAttributeNames(clauses.names())
              .expressionAttributeValues(clauses.values())
              .scanIndexForward(forward)
              .limit(limit)
              .build());
    } else {
      scan(
          ScanRequest.builder()
              .tableName(tables.name)
              .indexName(index.isEmpty() ? null : index)
              .filterExpression(filter)
              .projectionExpression(projection)
              .select(count ? Select.COUNT : null)
              .expressionAttributeNames(clauses.names())
              .expressionAttributeValues(clauses.values())
              .limit(limit)
              .build());
    }
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

  private void query(QueryRequest query) {
    if (!pagesMayEndEarly) {
      int unused = tables.both.samePages(query);
      return;
    }
    Object unused =
        tables.both.same(
            query,
            query,
            (client, request) ->
                settled(
                    () -> {
                      List<QueryResponse> pages = client.pages(request, PAGES_MAX);
                      return List.of(
                          pages.stream()
                              .flatMap(p -> p.items().stream())
                              .map(Normal::item)
                              .toList(),
                          pages.stream().mapToInt(QueryResponse::count).sum());
                    }));
  }

  private void scan(ScanRequest scan) {
    if (!pagesMayEndEarly) {
      int unused = tables.both.samePages(scan);
      return;
    }
    Object unused =
        tables.both.same(
            scan,
            scan,
            (client, request) ->
                settled(
                    () -> {
                      List<ScanResponse> pages = client.pages(request, PAGES_MAX);
                      return List.of(
                          pages.stream()
                              .flatMap(p -> p.items().stream())
                              .map(Normal::item)
                              .toList(),
                          pages.stream().mapToInt(ScanResponse::count).sum());
                    }));
  }

  /** The result of a call, or the code of its failure. */
  private static Object settled(Supplier<Object> call) {
    try {
      return call.get();
    } catch (DynamoDbException e) {
      return e.awsErrorDetails().errorCode();
    }
  }
}
