package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.IndexOracle.Row;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * One random table with indexes that are full of ties, and random queries on them that are checked
 * page by page.
 */
final class IndexFixture implements AutoCloseable {
  private static final int PAGES_MAX = 8;
  private static final AttributeValue HOT = AttributeValue.fromS("hot");
  private static final AttributeValue COOL = AttributeValue.fromS("cool");

  private final Random random;
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Kind kind;
  private final ShardingSpec spec;
  private final ProjectionType projection;
  private final boolean readAhead;
  private final int sortValues;
  private ClientUnderTest client;
  private String lastQuery = "none";

  private IndexFixture(LocalDynamoDb local, Kind kind, Random random) {
    this.local = local.isolated();
    this.plain = this.local.client();
    this.kind = kind;
    this.random = random;
    this.spec = RandomSpecs.indexed(random);
    this.projection =
        List.of(ProjectionType.ALL, ProjectionType.INCLUDE, ProjectionType.KEYS_ONLY)
            .get(random.nextInt(3));
    this.readAhead = random.nextBoolean();
    this.sortValues = 1 + random.nextInt(24);
    this.client = ShardedClients.open(kind, this.local, readAhead, spec);
  }

  static IndexFixture create(LocalDynamoDb local, Kind kind, Random random) {
    IndexFixture fixture = new IndexFixture(local, kind, random);
    Projection.Builder projection = Projection.builder().projectionType(fixture.projection);
    if (fixture.projection == ProjectionType.INCLUDE) {
      projection.nonKeyAttributes("n");
    }
    PhysicalTables.create(fixture.plain, fixture.spec, projection.build());
    int items = random.nextInt(150);
    for (int i = 0; i < items; i++) {
      fixture.putItem(i);
    }
    return fixture;
  }

  /** Sparse: some items are in no index that has a sort key of its own. */
  private void putItem(int i) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("pk", random.nextInt(8) == 0 ? COOL : HOT);
    item.put("sk", AttributeValue.fromN(Integer.toString(i * 7 % 1000 - 300)));
    item.put("id", AttributeValue.fromS("id" + i));
    item.put("n", AttributeValue.fromN(Integer.toString(random.nextInt(100))));
    item.put("l", value("local", random.nextInt(sortValues)));
    if (random.nextInt(6) > 0) {
      item.put("g", value("global", random.nextInt(sortValues)));
    }
    client.call(PutItemRequest.builder().tableName(spec.tableName()).item(item).build());
  }

  private IndexSpec index(String name) {
    return spec.indexes().stream().filter(i -> i.name().equals(name)).findFirst().orElseThrow();
  }

  private AttributeValue value(String index, int i) {
    KeyAttribute sort = index(index).sort();
    return sort == null ? HOT : IndexValues.of(sort.type(), i);
  }

  void checkRandomQuery() {
    IndexSpec index = spec.indexes().get(random.nextInt(spec.indexes().size()));
    boolean whole = index.scope() == IndexSpec.Scope.LOCAL && random.nextInt(3) == 0;
    RandomQuery query = query(index, whole);
    lastQuery = index.name() + " " + query;
    QueryRequest first =
        whole && !query.counts() && query.request().projectionExpression() == null
            ? query.request().toBuilder().select(Select.ALL_ATTRIBUTES).build()
            : query.request();
    Select select = whole ? Select.ALL_ATTRIBUTES : null;
    List<Row> inRange = oracle().rows(index, query, select, null, -1);
    checkPages(index, query, inRange, first, 0);
    checkHandMadeStarts(index, query, inRange, first, select);
  }

  private RandomQuery query(IndexSpec index, boolean whole) {
    String sort = index.sort() == null ? null : index.sort().name();
    ScalarAttributeType type = index.sort() == null ? ScalarAttributeType.S : index.sort().type();
    Set<String> attributes = new HashSet<>(Set.of("pk", "sk"));
    if (sort != null) {
      attributes.add(sort);
    }
    if (whole || projection != ProjectionType.KEYS_ONLY) {
      attributes.add("n");
    }
    boolean filterable = projection != ProjectionType.KEYS_ONLY;
    List<String> shown = attributes.stream().sorted().toList();
    RandomQuery.Reads reads =
        new RandomQuery.Reads(
            index.name(), sort, index.scope() == IndexSpec.Scope.LOCAL, filterable, shown);
    return new RandomQuery(random, spec, type, HOT, () -> randomSortValue(index), reads);
  }

  private AttributeValue randomSortValue(IndexSpec index) {
    if (index.name().equals("likeTable")) {
      return AttributeValue.fromN(Integer.toString(random.nextInt(1000) - 300));
    }
    return value(index.name(), random.nextInt(Math.min(24, sortValues + 3)));
  }

  private boolean sorted() {
    return spec.order() == ScatterOrder.SORTED;
  }

  private IndexOracle oracle() {
    return new IndexOracle(plain, spec, HOT);
  }

  /** Start keys made by hand: of an item, and of one that is not there. */
  private void checkHandMadeStarts(
      IndexSpec index,
      RandomQuery query,
      List<Row> inRange,
      QueryRequest first,
      @Nullable Select select) {
    if (inRange.isEmpty() || !spec.selector().calculated()) {
      return;
    }
    int at = random.nextInt(inRange.size());
    Row row = inRange.get(at);
    Map<String, AttributeValue> key = new HashMap<>(row.item());
    key.keySet().retainAll(oracle().keyAttributes(index));
    Map<String, AttributeValue> startKey = new HashMap<>(key);
    if (!oracle().tells(index)) {
      startKey.putAll(oracle().determinants(row));
    }
    checkPages(
        index,
        query,
        inRange,
        first.toBuilder().exclusiveStartKey(JsonKeys.roundTrip(startKey)).build(),
        at + 1);
    if (spec.selector().determinants().contains("sk")
        || !spec.shardCounts().byDefault().isWhole()) {
      return; // the shard of another sort key is not known to this code
    }
    key.put("sk", AttributeValue.fromN(Integer.toString(10_000 + random.nextInt(1000))));
    startKey.put("sk", key.get("sk"));
    if (index.sort() != null && !query.admits(key.get(index.sort().name()), IndexValues.ORDER)) {
      return; // an index with the table's own key
    }
    checkPages(
        index,
        query,
        oracle().rows(index, query, select, key, row.shard()),
        first.toBuilder().exclusiveStartKey(startKey).build(),
        0);
  }

  private void checkPages(
      IndexSpec index, RandomQuery query, List<Row> rows, QueryRequest first, int from) {
    QueryRequest request = first;
    int at = from;
    for (int page = 0; page < PAGES_MAX; page++) {
      QueryResponse response = client.call(request);
      int end = checkPage(index, query, rows, at, response);
      if (response.lastEvaluatedKey().isEmpty()) {
        assertThat(end).as("rows when paging ended").isEqualTo(rows.size());
        return;
      }
      assertThat(end).as("paging progresses").isGreaterThan(at);
      at = end;
      Map<String, AttributeValue> key = JsonKeys.roundTrip(response.lastEvaluatedKey());
      assertThat(key).isEqualTo(response.lastEvaluatedKey());
      request = first.toBuilder().exclusiveStartKey(key).build();
      if (kind == Kind.SYNC && random.nextInt(4) == 0) {
        client.close();
        client = ShardedClients.open(kind, local, readAhead, spec);
      }
    }
  }

  /** Checks a page and returns how many rows have been evaluated after it. */
  private int checkPage(
      IndexSpec index, RandomQuery query, List<Row> rows, int from, QueryResponse response) {
    Map<String, AttributeValue> key = response.lastEvaluatedKey();
    int to = key.isEmpty() ? rows.size() : indexOf(index, rows, from, key) + 1;
    List<Map<String, AttributeValue>> expected =
        rows.subList(from, to).stream()
            .map(Row::item)
            .filter(query::matches)
            .map(query::project)
            .toList();
    assertThat(response.count()).as("count").isEqualTo(expected.size());
    if (!query.counts()) {
      assertThat(response.items()).as("items").isEqualTo(expected);
    }
    if (query.limit() != null) {
      assertThat(response.count()).isLessThanOrEqualTo(query.limit());
    }
    if (!query.filtered()) {
      assertThat(response.scannedCount()).isEqualTo(response.count());
      if (query.limit() != null && !key.isEmpty()) {
        assertThat(response.count()).as("a page is full").isEqualTo(query.limit());
      }
    }
    return to;
  }

  /** Finds the last evaluated row: the start key must be its key, and tell the shard if need be. */
  private int indexOf(
      IndexSpec index, List<Row> rows, int from, Map<String, AttributeValue> startKey) {
    Map<String, AttributeValue> key = new HashMap<>(startKey);
    AttributeValue token = key.remove("evenkeel.shard");
    boolean repeats = !index.name().equals("likeTable") || !sorted();
    for (int i = from; i < rows.size(); i++) {
      Map<String, AttributeValue> own = new HashMap<>(rows.get(i).item());
      own.keySet().retainAll(oracle().keyAttributes(index));
      boolean sameShard = token == null || token.s().startsWith("1." + rows.get(i).shard() + ".");
      if (own.equals(key) && sameShard) {
        boolean reported = oracle().tells(index) || rows.get(i).shard() == IndexOracle.PLAIN;
        assertThat(token != null).as("carries its shard").isEqualTo(!reported && repeats);
        return i;
      }
    }
    throw new AssertionError("the start key is of no row from " + from + ": " + startKey);
  }

  @Override
  public void close() {
    client.close();
  }

  @Override
  public String toString() {
    return "%s %s %s %s, read ahead %s, last query: %s"
        .formatted(spec, spec.order(), spec.indexes(), projection, readAhead, lastQuery);
  }
}
