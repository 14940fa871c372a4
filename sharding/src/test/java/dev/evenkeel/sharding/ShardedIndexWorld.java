package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A random table with a sharded index beside a twin with the same index unsharded, which gets the
 * same writes through the undecorated client.
 */
final class ShardedIndexWorld implements AutoCloseable {
  private static final String INDEX = "byCountry";
  private static final int COUNTRIES = 3;
  private static final int ITEMS = 60;

  private final Random random;
  private final DynamoDbClient plain;
  private final Supplier<Face> faces;
  private final int tableKind;
  private final ProjectionType projection;
  private final String twin;
  private Face face;
  private ShardingSpec spec;
  private ShardedIndexSpec index;
  private boolean keysTellNumbers = true;
  private boolean raised;
  private int count;
  private String last = "nothing";

  ShardedIndexWorld(
      LocalDynamoDb local, DynamoDbClient plain, Face.Kind kind, Random random, String table) {
    this.random = random;
    this.plain = plain;
    this.twin = table + "-twin";
    this.index = index(random);
    this.tableKind = random.nextInt(5);
    this.spec = spec(tableKind, table, index);
    this.projection =
        List.of(ProjectionType.ALL, ProjectionType.INCLUDE, ProjectionType.KEYS_ONLY)
            .get(random.nextInt(3));
    boolean readAhead = random.nextBoolean();
    this.faces = () -> kind.open(local, readAhead, spec);
    this.face = faces.get();
    face.call(createTable(table));
    plain.createTable(createTable(twin));
  }

  private static ShardedIndexSpec index(Random random) {
    List<ScalarAttributeType> types =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);
    KeyAttribute country = new KeyAttribute("country", types.get(random.nextInt(3)));
    int shards = 2 + random.nextInt(9);
    ShardedIndexSpec index =
        switch (random.nextInt(3)) {
          case 0 -> ShardedIndexSpec.numberFirst(INDEX, country, shards);
          case 1 -> ShardedIndexSpec.multiAttribute(INDEX, country, shards);
          default ->
              ShardedIndexSpec.multiAttribute(INDEX, country, KeyAttribute.ofNumber("due"), shards);
        };
    if (random.nextBoolean()) {
      index = index.firstNumber(1);
    }
    return random.nextInt(3) == 0 ? index.shardAttribute(KeyAttribute.ofString("zz")) : index;
  }

  private static ShardingSpec spec(int kind, String table, ShardedIndexSpec index) {
    ShardingSpec.Builder spec = ShardingSpec.builder(table).shardedIndex(index);
    return switch (kind) {
      case 0 -> spec.partitionKey("pk").shards(1).build();
      case 1 -> spec.partitionKey("pk", ScalarAttributeType.N).shards(1).build();
      case 2 -> spec.partitionKey("pk").sortKey("sk", ScalarAttributeType.N).shards(1).build();
      case 3 ->
          spec.partitionKey("pk", ScalarAttributeType.N)
              .sortKey("sk", ScalarAttributeType.N)
              .shards(4)
              .build();
      default ->
          spec.partitionKey("pk")
              .sortKey("sk", ScalarAttributeType.N)
              .shards(3)
              .selector(ShardSelector.random())
              .uniqueSortKeys()
              .upsertOnDrawnShard()
              .build();
    };
  }

  /** The table as callers define it. */
  private CreateTableRequest createTable(String name) {
    List<KeySchemaElement> key = new ArrayList<>();
    Set<AttributeDefinition> definitions = new HashSet<>();
    key.add(element("pk", KeyType.HASH));
    definitions.add(definition("pk", spec.partitionType()));
    if (spec.sortKey() != null) {
      key.add(element("sk", KeyType.RANGE));
      definitions.add(definition("sk", ScalarAttributeType.N));
    }
    List<KeySchemaElement> indexKey = new ArrayList<>();
    indexKey.add(element("country", KeyType.HASH));
    definitions.add(definition("country", index.partition().type()));
    if (index.sort() != null) {
      indexKey.add(element("due", KeyType.RANGE));
      definitions.add(definition("due", ScalarAttributeType.N));
    }
    Projection.Builder projected = Projection.builder().projectionType(projection);
    if (projection == ProjectionType.INCLUDE) {
      projected.nonKeyAttributes("n");
    }
    return CreateTableRequest.builder()
        .tableName(name)
        .keySchema(key)
        .attributeDefinitions(definitions)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .globalSecondaryIndexes(
            GlobalSecondaryIndex.builder()
                .indexName(INDEX)
                .keySchema(indexKey)
                .projection(projected.build())
                .build())
        .build();
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition definition(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private boolean drawn() {
    return !spec.selector().calculated();
  }

  private Map<String, AttributeValue> randomKey() {
    int i = random.nextInt(ITEMS);
    Map<String, AttributeValue> key = new HashMap<>();
    String pk = Integer.toString(spec.sortKey() == null ? i : i % 2);
    key.put(
        "pk",
        spec.partitionType() == ScalarAttributeType.N
            ? Attributes.n(Integer.parseInt(pk))
            : Attributes.s("p" + pk));
    if (spec.sortKey() != null) {
      key.put("sk", Attributes.n(i));
    }
    return key;
  }

  private AttributeValue country() {
    return country(random.nextInt(COUNTRIES));
  }

  private AttributeValue country(int i) {
    return switch (index.partition().type()) {
      case N -> Attributes.n(i == 0 ? "1.50" : "-" + i + "0.0");
      case B -> Attributes.b(i, 255, i);
      default -> Attributes.s("C" + i);
    };
  }

  private Map<String, AttributeValue> randomItem() {
    Map<String, AttributeValue> item = randomKey();
    item.put("n", Attributes.n(random.nextInt(10)));
    if (random.nextInt(4) > 0) {
      item.put("country", country());
    }
    if (random.nextInt(5) > 0) {
      item.put("due", Attributes.n(random.nextInt(4)));
    }
    return item;
  }

  void write() {
    switch (random.nextInt(10)) {
      case 0, 1, 2 -> put(randomItem());
      case 3 -> delete();
      case 4 -> batch();
      case 5 -> transact();
      default -> update();
    }
  }

  private void both(
      String what, Function<String, Object> onTable, Function<String, Object> onTwin) {
    last = what;
    Object expected = outcome(() -> onTwin.apply(twin));
    Object actual = outcome(() -> onTable.apply(spec.tableName()));
    assertThat(actual).as(what).isEqualTo(expected);
  }

  private static Object outcome(Supplier<Object> call) {
    try {
      return call.get();
    } catch (ConditionalCheckFailedException e) {
      return List.of("failed on", e.item());
    } catch (TransactionCanceledException e) {
      return e.cancellationReasons().stream().map(r -> List.of(r.code(), r.item())).toList();
    } catch (DynamoDbException e) {
      return e.awsErrorDetails().errorCode();
    }
  }

  private void put(Map<String, AttributeValue> item) {
    boolean asks = !drawn();
    if (drawn()) {
      delete(item); // of a drawn shard, sort keys must be unique
    }
    String condition = asks && random.nextBoolean() ? "attribute_not_exists(country)" : null;
    Function<String, PutItemRequest> put =
        table ->
            PutItemRequest.builder()
                .tableName(table)
                .item(item)
                .conditionExpression(condition)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .returnValues(asks ? ReturnValue.ALL_OLD : ReturnValue.NONE)
                .build();
    both(
        "put " + item,
        table -> face.put(put.apply(table)).attributes(),
        table -> plain.putItem(put.apply(table)).attributes());
  }

  private void delete() {
    delete(randomKey());
  }

  private void delete(Map<String, AttributeValue> of) {
    Map<String, AttributeValue> key = new HashMap<>(of);
    key.keySet().retainAll(spec.logicalKey().attributes());
    Function<String, DeleteItemRequest> delete =
        table ->
            DeleteItemRequest.builder()
                .tableName(table)
                .key(key)
                .returnValues(ReturnValue.ALL_OLD)
                .build();
    both(
        "delete " + key,
        table -> face.delete(delete.apply(table)).attributes(),
        table -> plain.deleteItem(delete.apply(table)).attributes());
  }

  private void batch() {
    Map<Map<String, AttributeValue>, Map<String, AttributeValue>> items = new HashMap<>();
    for (int i = 0; i < 5; i++) {
      Map<String, AttributeValue> item = randomItem();
      Map<String, AttributeValue> key = new HashMap<>(item);
      key.keySet().retainAll(spec.logicalKey().attributes());
      items.put(key, item);
      if (drawn()) {
        delete(key);
      }
    }
    Function<String, BatchWriteItemRequest> batch =
        table ->
            BatchWriteItemRequest.builder()
                .requestItems(Map.of(table, items.values().stream().map(Batches::put).toList()))
                .build();
    both(
        "batch " + items,
        table -> face.batchWrite(batch.apply(table)).unprocessedItems(),
        table -> plain.batchWriteItem(batch.apply(table)).unprocessedItems());
  }

  private void transact() {
    if (drawn()) {
      return; // refused: a transaction cannot look for the item
    }
    UpdateItemRequest update = randomUpdate("any");
    Function<String, TransactWriteItemsRequest> transaction =
        table ->
            TransactWriteItemsRequest.builder()
                .transactItems(TransactWriteItem.builder().update(action(update, table)).build())
                .build();
    both(
        "transact " + update,
        table -> face.transactWrite(transaction.apply(table)).responseMetadata() != null,
        table -> plain.transactWriteItems(transaction.apply(table)).responseMetadata() != null);
  }

  private static Update action(UpdateItemRequest update, String table) {
    boolean empty = update.updateExpression() == null;
    Map<String, AttributeValue> values =
        update.hasExpressionAttributeValues() ? update.expressionAttributeValues() : null;
    return Update.builder()
        .tableName(table)
        .key(update.key())
        .updateExpression(empty ? "SET n = :n" : update.updateExpression())
        .expressionAttributeValues(empty ? Map.of(":n", Attributes.n(1)) : values)
        .conditionExpression(update.conditionExpression())
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private void update() {
    UpdateItemRequest update = randomUpdate("any");
    Function<UpdateItemResponse, Object> shown = UpdateItemResponse::attributes;
    both(
        "update " + update,
        table -> shown.apply(face.update(update.toBuilder().tableName(table).build())),
        table -> shown.apply(plain.updateItem(update.toBuilder().tableName(table).build())));
  }

  private UpdateItemRequest randomUpdate(String table) {
    UpdateItemRequest.Builder update =
        UpdateItemRequest.builder()
            .tableName(table)
            .key(randomKey())
            .returnValues(
                List.of(
                        ReturnValue.NONE,
                        ReturnValue.ALL_OLD,
                        ReturnValue.ALL_NEW,
                        ReturnValue.UPDATED_OLD,
                        ReturnValue.UPDATED_NEW)
                    .get(random.nextInt(5)))
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD);
    if (random.nextInt(4) == 0) {
      update.conditionExpression("attribute_exists(country)");
    }
    Map<String, AttributeValue> c = Map.of(":c", country());
    switch (random.nextInt(8)) {
      case 0 -> update.updateExpression("SET country = :c").expressionAttributeValues(c);
      case 1 ->
          update
              .updateExpression("SET country = if_not_exists(country, :c)")
              .expressionAttributeValues(c);
      case 2 -> update.updateExpression("REMOVE country");
      case 3 ->
          update
              .updateExpression("ADD due :one REMOVE country")
              .expressionAttributeValues(Map.of(":one", Attributes.n(1)));
      case 4 ->
          update
              .updateExpression("ADD due :one")
              .expressionAttributeValues(Map.of(":one", Attributes.n(1)));
      case 5 -> update.updateExpression("REMOVE due, n");
      case 6 -> { // none: the item is created with its key
      }
      default ->
          update
              .updateExpression("SET n = :n, country = :c")
              .expressionAttributeValues(Map.of(":c", c.get(":c"), ":n", Attributes.n(1)));
    }
    return update.build();
  }

  /** Gives some items a number that is not the derived one, or none, as other programs do. */
  void layOutByHand() {
    keysTellNumbers = false;
    for (Map<String, AttributeValue> item :
        plain.scanPaginator(scan -> scan.tableName(spec.tableName())).items()) {
      Map<String, AttributeValue> changed = new HashMap<>(item);
      String number = Integer.toString(index.first() + random.nextInt(index.shards()));
      changed.put(
          index.shard().name(),
          index.shard().type() == ScalarAttributeType.N
              ? AttributeValue.fromN(number)
              : AttributeValue.fromS(number));
      if (random.nextBoolean()) {
        plain.putItem(put -> put.tableName(spec.tableName()).item(changed));
      }
    }
  }

  /** Gives the index more numbers between two pages of a query. */
  void raiseCount() {
    QueryRequest query = query(country(0)).build();
    List<Map<String, AttributeValue>> rows = pages(query, false, 1_000);
    int page = 1 + random.nextInt(Math.max(1, rows.size() - 1));
    QueryResponse first = face.query(query.toBuilder().limit(page).build());
    face.close();
    raised = true;
    index = raised(index, index.shards() + 1 + random.nextInt(5));
    spec = spec(tableKind, spec.tableName(), index);
    face = faces.get();
    if (!first.lastEvaluatedKey().isEmpty()) {
      QueryRequest next =
          query.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(first.lastEvaluatedKey())).build();
      assertThat(face.query(next).items())
          .as("from a start key with fewer numbers")
          .isEqualTo(rows.subList(page, rows.size()));
    }
  }

  private static ShardedIndexSpec raised(ShardedIndexSpec index, int shards) {
    return new ShardedIndexSpec(
        index.name(),
        index.partition(),
        index.sort(),
        shards,
        index.shard(),
        index.first(),
        index.layout(),
        List.of(index.shards()));
  }

  private QueryRequest.Builder query(AttributeValue country) {
    return QueryRequest.builder()
        .tableName(spec.tableName())
        .indexName(INDEX)
        .keyConditionExpression("country = :c")
        .expressionAttributeValues(Map.of(":c", country));
  }

  void check() {
    for (int i = 0; i < 2 && spec.sortKey() != null; i++) {
      checkTableQuery(i, null);
      checkTableQuery(i, "#shard, n");
    }
    assertThat(scan(null, face::scan)).isEqualTo(scanTwin(null));
    assertThat(scan(INDEX, face::scan)).isEqualTo(scanTwin(INDEX));
    for (int c = 0; c < COUNTRIES; c++) {
      for (int i = 0; i < 3; i++) {
        checkQuery(country(c));
      }
    }
  }

  private void checkTableQuery(int i, @Nullable String projected) {
    boolean number = spec.partitionType() == ScalarAttributeType.N;
    QueryRequest query =
        QueryRequest.builder()
            .tableName(spec.tableName())
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(
                Map.of(":pk", number ? Attributes.n(i) : Attributes.s("p" + i)))
            .projectionExpression(projected)
            .expressionAttributeNames(
                projected == null ? null : Map.of("#shard", index.shard().name()))
            .build();
    last = "query " + query;
    QueryRequest ofTwin = query.toBuilder().tableName(twin).build();
    assertThat(face.query(query).items()).isEqualTo(plain.query(ofTwin).items());
  }

  private Set<Map<String, AttributeValue>> scanTwin(@Nullable String indexName) {
    return scan(indexName, request -> plain.scan(request.toBuilder().tableName(twin).build()));
  }

  private Set<Map<String, AttributeValue>> scan(
      @Nullable String indexName, Function<ScanRequest, ScanResponse> scan) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      ScanResponse page =
          scan.apply(
              ScanRequest.builder()
                  .tableName(spec.tableName())
                  .indexName(indexName)
                  .limit(7)
                  .exclusiveStartKey(start)
                  .build());
      items.addAll(page.items());
      start =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      assertThat(start == null ? Set.of() : start.keySet()).doesNotContain(index.shard().name());
    } while (start != null);
    assertThat(items).doesNotHaveDuplicates();
    return new HashSet<>(items);
  }

  private void checkQuery(AttributeValue country) {
    boolean forward = random.nextBoolean();
    boolean filtered = projection != ProjectionType.KEYS_ONLY && random.nextInt(3) == 0;
    boolean counts = random.nextInt(5) == 0;
    boolean ranged = index.sort() != null && random.nextBoolean();
    Map<String, AttributeValue> values = new HashMap<>(Map.of(":c", country));
    if (filtered) {
      values.put(":n", Attributes.n(4));
    }
    if (ranged) {
      values.put(":d", Attributes.n(1));
    }
    QueryRequest.Builder query =
        query(country)
            .keyConditionExpression("country = :c" + (ranged ? " AND due >= :d" : ""))
            .filterExpression(filtered ? "n < :n" : null)
            .expressionAttributeValues(values)
            .scanIndexForward(forward)
            .select(counts ? Select.COUNT : null);
    if (!counts && random.nextInt(3) == 0) {
      query.projectionExpression("pk");
    }
    last = "query " + query.build();
    QueryRequest whole = query.build();
    QueryResponse expected = plain.query(whole.toBuilder().tableName(twin).build());
    List<Map<String, AttributeValue>> once = pages(whole, filtered, 1_000);
    List<Map<String, AttributeValue>> paged = pages(whole, filtered, 1 + random.nextInt(6));
    assertThat(paged).as("one sequence whatever the page size").isEqualTo(once);
    if (counts) {
      assertThat(count).isEqualTo(expected.count());
    } else {
      assertThat(counted(once)).isEqualTo(counted(expected.items()));
    }
    if (index.sort() != null && whole.projectionExpression() == null) {
      Comparator<Map<String, AttributeValue>> order =
          Comparator.comparing(item -> Integer.parseInt(item.get("due").n()));
      assertThat(once).isSortedAccordingTo(forward ? order : order.reversed());
    }
    if (!filtered && !counts && whole.projectionExpression() == null && !once.isEmpty()) {
      checkHandMadeStart(whole, once);
    }
  }

  private static Map<Map<String, AttributeValue>, Long> counted(
      List<Map<String, AttributeValue>> items) {
    return items.stream().collect(Collectors.groupingBy(item -> item, Collectors.counting()));
  }

  private List<Map<String, AttributeValue>> pages(QueryRequest query, boolean filtered, int limit) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    count = 0;
    do {
      QueryResponse page =
          face.query(query.toBuilder().limit(limit).exclusiveStartKey(start).build());
      items.addAll(page.items());
      count += page.count();
      start =
          page.lastEvaluatedKey().isEmpty() ? null : JsonKeys.roundTrip(page.lastEvaluatedKey());
      if (start != null) {
        if (!filtered) {
          assertThat(page.count()).as("a page is full").isEqualTo(limit);
          assertThat(page.scannedCount()).isEqualTo(limit);
        }
        Set<String> natural = new HashSet<>(start.keySet());
        boolean carried = natural.remove("evenkeel.shard");
        if (drawn() || (keysTellNumbers && !raised)) {
          assertThat(carried).as("a shard is carried where no key tells it").isEqualTo(drawn());
        }
        Set<String> expected = new HashSet<>(spec.logicalKey().attributes());
        expected.add("country");
        if (index.sort() != null) {
          expected.add("due");
        }
        assertThat(natural).isEqualTo(expected);
      }
    } while (start != null);
    return items;
  }

  private void checkHandMadeStart(QueryRequest query, List<Map<String, AttributeValue>> rows) {
    if (!keysTellNumbers || drawn()) {
      return; // there the key does not tell the shard
    }
    int at = random.nextInt(rows.size());
    Map<String, AttributeValue> start = new HashMap<>(rows.get(at));
    Set<String> keys = new HashSet<>(spec.logicalKey().attributes());
    keys.add("country");
    if (index.sort() != null) {
      keys.add("due");
    }
    start.keySet().retainAll(keys);
    QueryResponse page = face.query(query.toBuilder().exclusiveStartKey(start).build());
    assertThat(page.items())
        .as("from a start key made by hand")
        .isEqualTo(rows.subList(at + 1, rows.size()));
  }

  @Override
  public void close() {
    face.close();
    plain.deleteTable(delete -> delete.tableName(spec.tableName()));
    plain.deleteTable(delete -> delete.tableName(twin));
  }

  @Override
  public String toString() {
    return "%s %s %s, last: %s".formatted(spec, index, projection, last);
  }
}
