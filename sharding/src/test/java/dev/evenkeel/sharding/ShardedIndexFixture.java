package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
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
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A random table with a sharded index, and one of the same name with the same index unsharded,
 * which must answer alike.
 */
final class ShardedIndexFixture implements AutoCloseable {
  private static final String INDEX = "byCountry";
  private static final int COUNTRIES = 3;
  private static final int ITEMS = 60;

  private final Random random;
  private final DynamoDbClient physical;
  private final Supplier<ClientUnderTest> clients;
  private final int tableKind;
  private final ProjectionType projection;
  private final ClientUnderTest plain;
  private Equivalence both;
  private ShardingSpec spec;
  private ShardedIndexSpec index;
  private boolean keysTellNumbers = true;
  private boolean raised;
  private int count;
  private String last = "nothing";

  ShardedIndexFixture(LocalDynamoDb local, Kind kind, Random random) {
    LocalDynamoDb own = local.isolated();
    this.random = random;
    this.physical = own.client();
    this.index = index(random);
    this.tableKind = random.nextInt(5);
    this.spec = spec(tableKind, index);
    this.projection =
        List.of(ProjectionType.ALL, ProjectionType.INCLUDE, ProjectionType.KEYS_ONLY)
            .get(random.nextInt(3));
    boolean readAhead = random.nextBoolean();
    this.clients = () -> ShardedClients.open(kind, own, readAhead, spec);
    this.plain = Kind.SYNC.open(local.isolated(), Decoration.none());
    this.both = Equivalence.of(clients.get(), plain);
    both.prepare(createTable());
  }

  private static ShardedIndexSpec index(Random random) {
    List<ScalarAttributeType> types =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);
    KeyAttribute country = new KeyAttribute("country", types.get(random.nextInt(3)));
    int shards = 2 + random.nextInt(9);
    ShardedIndexSpec index =
        switch (random.nextInt(3)) {
          case 0 -> ShardedIndexSpec.numberFirst(INDEX, country.name(), country.type(), shards);
          case 1 -> ShardedIndexSpec.multiAttribute(INDEX, country.name(), country.type(), shards);
          default ->
              ShardedIndexSpec.multiAttribute(INDEX, country.name(), country.type(), shards)
                  .sortKey("due", ScalarAttributeType.N);
        };
    if (random.nextBoolean()) {
      index = index.firstNumber(1);
    }
    return random.nextInt(3) == 0 ? index.shardAttribute("zz", ScalarAttributeType.S) : index;
  }

  private static ShardingSpec spec(int kind, ShardedIndexSpec index) {
    ShardingSpec.Builder spec = ShardingSpec.builder("invoices").shardedIndex(index);
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
  private CreateTableRequest createTable() {
    TableFixture table =
        TableFixture.named(spec.tableName()).partitionKey("pk", spec.partitionType());
    if (spec.sortKey() != null) {
      table.sortKey("sk", ScalarAttributeType.N);
    }
    List<KeyPart> indexKey =
        new ArrayList<>(List.of(KeyPart.of("country", index.partition().type())));
    if (index.sort() != null) {
      indexKey.add(KeyPart.of("due", ScalarAttributeType.N));
    }
    Projection.Builder projected = Projection.builder().projectionType(projection);
    if (projection == ProjectionType.INCLUDE) {
      projected.nonKeyAttributes("n");
    }
    return table.globalIndex(INDEX, projected.build(), indexKey.toArray(KeyPart[]::new)).request();
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
      default -> same(randomUpdate());
    }
  }

  private void same(DynamoDbRequest request) {
    last = request.toString();
    Outcome unused = both.same(request);
  }

  private void put(Map<String, AttributeValue> item) {
    boolean asks = !drawn();
    if (drawn()) {
      delete(item); // of a drawn shard, sort keys must be unique
    }
    String condition = asks && random.nextBoolean() ? "attribute_not_exists(country)" : null;
    same(
        PutItemRequest.builder()
            .tableName(spec.tableName())
            .item(item)
            .conditionExpression(condition)
            .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
            .returnValues(asks ? ReturnValue.ALL_OLD : ReturnValue.NONE)
            .build());
  }

  private void delete() {
    delete(randomKey());
  }

  private void delete(Map<String, AttributeValue> of) {
    Map<String, AttributeValue> key = new HashMap<>(of);
    key.keySet().retainAll(spec.logicalKey().attributes());
    same(
        DeleteItemRequest.builder()
            .tableName(spec.tableName())
            .key(key)
            .returnValues(ReturnValue.ALL_OLD)
            .build());
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
    same(
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(spec.tableName(), items.values().stream().map(Batches::put).toList()))
            .build());
  }

  private void transact() {
    if (drawn()) {
      return; // refused: a transaction cannot look for the item
    }
    TransactWriteItem update = TransactWriteItem.builder().update(action(randomUpdate())).build();
    same(TransactWriteItemsRequest.builder().transactItems(update).build());
  }

  private static Update action(UpdateItemRequest update) {
    boolean empty = update.updateExpression() == null;
    Map<String, AttributeValue> values =
        update.hasExpressionAttributeValues() ? update.expressionAttributeValues() : null;
    return Update.builder()
        .tableName(update.tableName())
        .key(update.key())
        .updateExpression(empty ? "SET n = :n" : update.updateExpression())
        .expressionAttributeValues(empty ? Map.of(":n", Attributes.n(1)) : values)
        .conditionExpression(update.conditionExpression())
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private UpdateItemRequest randomUpdate() {
    UpdateItemRequest.Builder update =
        UpdateItemRequest.builder()
            .tableName(spec.tableName())
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
        physical.scanPaginator(scan -> scan.tableName(spec.tableName())).items()) {
      Map<String, AttributeValue> changed = new HashMap<>(item);
      String number = Integer.toString(index.first() + random.nextInt(index.shards()));
      changed.put(
          index.shard().name(),
          index.shard().type() == ScalarAttributeType.N
              ? AttributeValue.fromN(number)
              : AttributeValue.fromS(number));
      if (random.nextBoolean()) {
        physical.putItem(put -> put.tableName(spec.tableName()).item(changed));
      }
    }
  }

  /** Gives the index more numbers between two pages of a query. */
  void raiseCount() {
    QueryRequest query = query(country(0)).build();
    List<Map<String, AttributeValue>> rows = pages(query, false, 1_000);
    int page = 1 + random.nextInt(Math.max(1, rows.size() - 1));
    QueryResponse first = both.decorated().call(query.toBuilder().limit(page).build());
    both.decorated().close();
    raised = true;
    index = raised(index, index.shards() + 1 + random.nextInt(5));
    spec = spec(tableKind, index);
    both = Equivalence.of(clients.get(), plain);
    if (!first.lastEvaluatedKey().isEmpty()) {
      QueryRequest next =
          query.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(first.lastEvaluatedKey())).build();
      assertThat(both.decorated().call(next).items())
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
    assertThat(scan(both.decorated(), null)).isEqualTo(scan(plain, null));
    assertThat(scan(both.decorated(), INDEX)).isEqualTo(scan(plain, INDEX));
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
    last = query.toString();
    assertThat(both.sameItems(query)).isNotNull();
  }

  private Set<Map<String, AttributeValue>> scan(
      ClientUnderTest client, @Nullable String indexName) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      ScanResponse page =
          client.call(
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
    QueryResponse expected = plain.call(whole);
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
          both.decorated().call(query.toBuilder().limit(limit).exclusiveStartKey(start).build());
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
    QueryResponse page = both.decorated().call(query.toBuilder().exclusiveStartKey(start).build());
    assertThat(page.items())
        .as("from a start key made by hand")
        .isEqualTo(rows.subList(at + 1, rows.size()));
  }

  @Override
  public void close() {
    both.close();
    physical.close();
  }

  @Override
  public String toString() {
    return "%s %s %s, last: %s".formatted(spec, index, projection, last);
  }
}
