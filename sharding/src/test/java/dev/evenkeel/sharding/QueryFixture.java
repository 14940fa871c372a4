package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.QueryOracle.Row;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** One random table with random items, and random queries on it that are checked page by page. */
final class QueryFixture implements AutoCloseable {
  private static final int PAGES_MAX = 6;

  private final Random random;
  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Kind kind;
  private final ShardingSpec spec;
  private final List<AttributeValue> logicalKeys;
  private final List<Row> rows = new ArrayList<>();
  private final boolean ties;
  private ClientUnderTest client;
  private String lastQuery = "none";

  private QueryFixture(LocalDynamoDb local, Kind kind, Random random) {
    this.local = local.isolated();
    this.plain = this.local.client();
    this.kind = kind;
    this.random = random;
    int choice = random.nextInt(5);
    this.ties = choice == 1;
    ScalarAttributeType[] types = {
      ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B
    };
    ScalarAttributeType partition = types[random.nextInt(3)];
    ScalarAttributeType sort = types[random.nextInt(3)];
    ShardingSpec.Builder builder =
        ShardingSpec.builder("queried")
            .partitionKey("pk", partition)
            .sortKey("sk", sort)
            .shards(
                random.nextBoolean()
                    ? Pieces.shards(1 + random.nextInt(50))
                    : pieces(partition, sort))
            .suffixFormat(
                new SuffixFormat(
                    random.nextBoolean() ? "." : "#",
                    random.nextBoolean() ? Placement.SUFFIX : Placement.PREFIX,
                    random.nextInt(2),
                    random.nextInt(4)));
    if (random.nextInt(4) == 0) {
      builder.order(ScatterOrder.SHARD_BY_SHARD);
    }
    switch (choice) {
      case 1 -> builder.selector(ShardSelector.hashOf("id"));
      case 2 -> builder.selector(ShardSelector.random()).uniqueSortKeys();
      case 3 -> builder.selector(ShardSelector.rotating()).uniqueSortKeys();
      default -> builder.selector(ShardSelector.hashOf("sk"));
    }
    this.spec = builder.build();
    this.logicalKeys = List.of(value(spec.partitionType(), 7), value(spec.partitionType(), 8));
    this.client = ShardedClients.open(kind, this.local, spec);
  }

  static QueryFixture create(LocalDynamoDb local, Kind kind, Random random) {
    QueryFixture fixture = new QueryFixture(local, kind, random);
    PhysicalTables.create(fixture.plain, fixture.spec);
    int items = random.nextInt(160);
    for (int i = 0; i < items; i++) {
      fixture.putItem(i);
    }
    fixture.rows.addAll(fixture.oracle().rows(fixture.plain));
    if (!fixture.ties) {
      assertThat(fixture.rows).hasSize(fixture.putKeys.size());
    }
    return fixture;
  }

  /** A number cannot be plain and have a suffix. */
  private Pieces pieces(ScalarAttributeType partition, ScalarAttributeType sort) {
    return RandomPieces.of(
        random,
        20,
        partition != ScalarAttributeType.N,
        sort,
        () -> value(sort, random.nextInt(ties ? 12 : 400)));
  }

  private final Set<String> putKeys = new HashSet<>();

  private void putItem(int i) {
    AttributeValue logicalKey = logicalKeys.get(random.nextInt(8) == 0 ? 1 : 0);
    AttributeValue sortValue = value(spec.sortType(), random.nextInt(ties ? 12 : 400));
    AttributeValue id = AttributeValue.fromS("id" + i);
    if (!ties && !putKeys.add(logicalKey + "/" + sortValue)) {
      return;
    }
    client.call(
        PutItemRequest.builder()
            .tableName(spec.tableName())
            .item(
                Map.of(
                    "pk", logicalKey,
                    "sk", sortValue,
                    "id", id,
                    "n", AttributeValue.fromN(Integer.toString(random.nextInt(100)))))
            .build());
  }

  /** Sort values: dense enough for boundaries to meet items, with every oddity of their type. */
  private static AttributeValue value(ScalarAttributeType type, int i) {
    return switch (type) {
      case N -> AttributeValue.fromN(new BigDecimal(i - 20).movePointLeft(1).toPlainString());
      case B ->
          AttributeValue.fromB(
              SdkBytes.fromByteArray(new byte[] {(byte) (i / 16), (byte) (i * 16)}));
      default -> AttributeValue.fromS(text(i));
    };
  }

  /** U+FF5E sorts before U+1F600 in UTF-8 and after it in UTF-16. */
  private static String text(int i) {
    String head = new String[] {"a", "\uff5e", "\ud83d\ude00", "ab"}[i % 4];
    return head + i / 4;
  }

  void checkRandomQuery() {
    RandomQuery query = new RandomQuery(random, spec, logicalKeys.get(0), this::randomSortValue);
    lastQuery = query.toString();
    List<Row> inRange = oracle().inRange(rows, query);
    checkPages(query, inRange, query.request(), 0);
    if (!inRange.isEmpty() && !ties && sorted()) {
      checkHandMadeStart(query, inRange);
    }
  }

  private QueryOracle oracle() {
    return new QueryOracle(spec, logicalKeys);
  }

  private boolean sorted() {
    return spec.order() == ScatterOrder.SORTED;
  }

  private AttributeValue randomSortValue() {
    return value(spec.sortType(), random.nextInt(ties ? 12 : 400));
  }

  /** A start key made by hand, of an item or of none, resumes at the right place. */
  private void checkHandMadeStart(RandomQuery query, List<Row> inRange) {
    AttributeValue start =
        random.nextBoolean()
            ? inRange.get(random.nextInt(inRange.size())).item().get("sk")
            : randomSortValue();
    if (!query.admits(start, IndexValues.ORDER)) {
      return;
    }
    int done =
        (int)
            inRange.stream()
                .filter(
                    row -> {
                      int c = IndexValues.ORDER.compare(row.item().get("sk"), start);
                      return query.forward() ? c <= 0 : c >= 0;
                    })
                .count();
    QueryRequest request =
        query.request().toBuilder()
            .exclusiveStartKey(Map.of("pk", query.logicalKey(), "sk", start))
            .build();
    checkPages(query, inRange, request, done);
  }

  private void checkPages(RandomQuery query, List<Row> inRange, QueryRequest first, int from) {
    QueryRequest request = first;
    int at = from;
    for (int page = 0; page < PAGES_MAX; page++) {
      QueryResponse response = client.call(request);
      int end = checkPage(query, inRange, at, response);
      if (!response.hasLastEvaluatedKey() || response.lastEvaluatedKey().isEmpty()) {
        assertThat(end).as("rows when paging ended: %s", query).isEqualTo(inRange.size());
        return;
      }
      assertThat(end).as("paging progresses").isGreaterThan(at);
      at = end;
      Map<String, AttributeValue> key = JsonKeys.roundTrip(response.lastEvaluatedKey());
      assertThat(key).isEqualTo(response.lastEvaluatedKey());
      request = first.toBuilder().exclusiveStartKey(key).build();
      if (random.nextInt(4) == 0) {
        client.close();
        client = ShardedClients.open(kind, local, spec);
      }
    }
  }

  /** Checks a page and returns how many rows in range have been evaluated after it. */
  private int checkPage(RandomQuery query, List<Row> inRange, int from, QueryResponse response) {
    Map<String, AttributeValue> key = response.lastEvaluatedKey();
    int to = key.isEmpty() ? inRange.size() : indexOf(inRange, from, key) + 1;
    List<Map<String, AttributeValue>> expected =
        inRange.subList(from, to).stream()
            .map(Row::item)
            .filter(query::matches)
            .map(query::project)
            .toList();
    assertThat(response.count()).as("count: %s", query).isEqualTo(expected.size());
    if (!query.counts()) {
      assertThat(response.items()).as("items: %s", query).isEqualTo(expected);
    }
    if (query.limit() != null) {
      assertThat(response.count()).isLessThanOrEqualTo(query.limit());
    }
    if (!query.filtered()) {
      assertThat(response.scannedCount()).isEqualTo(response.count());
      if (query.limit() != null && !key.isEmpty()) {
        assertThat(response.count()).as("a page is full: %s", query).isEqualTo(query.limit());
      }
    }
    return to;
  }

  /**
   * Finds the last evaluated row; the start key must be exactly its logical key. A key that carries
   * no shard stands for all rows with its sort value.
   */
  private int indexOf(List<Row> inRange, int from, Map<String, AttributeValue> key) {
    Set<String> attributes = new HashSet<>(key.keySet());
    boolean carriesShard = attributes.remove("evenkeel.shard");
    assertThat(attributes).containsExactlyInAnyOrder("pk", "sk");
    assertThat(carriesShard && !ties && sorted())
        .as("only ties need more than the item's key")
        .isFalse();
    for (int i = inRange.size() - 1; i >= from; i--) {
      Row row = inRange.get(i);
      boolean sameShard =
          !carriesShard || key.get("evenkeel.shard").s().startsWith("1." + row.shard() + ".");
      if (row.item().get("sk").equals(key.get("sk")) && sameShard) {
        assertThat(row.item().get("pk")).isEqualTo(key.get("pk"));
        return i;
      }
    }
    throw new AssertionError("the start key is of no row from " + from + ": " + key);
  }

  @Override
  public void close() {
    client.close();
    plain.close();
  }

  @Override
  public String toString() {
    return spec
        + ", "
        + spec.order()
        + ", "
        + rows.size()
        + " rows, "
        + kind
        + ", last query: "
        + lastQuery;
  }
}
