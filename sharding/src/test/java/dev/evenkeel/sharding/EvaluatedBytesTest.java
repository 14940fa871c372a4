package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.listen.DecoratorListener;
import dev.evenkeel.core.listen.SubRequestEnd;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A page is bounded by what DynamoDB evaluates for it: 144 rows of 60 KB over 16 shards, of which a
 * plain page holds 18. Listeners are given the bytes that each shard evaluated.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class EvaluatedBytesTest {
  private static final int SHARDS = 16;
  private static final int ROWS = 144;
  private static final int PLAIN_PAGE_ROWS = 18;

  /** A row of each shard or two pages, and two pages more. */
  private static final int LEARNT_MAX = Math.max(SHARDS, 2 * PLAIN_PAGE_ROWS) + 2 * PLAIN_PAGE_ROWS;

  /** With a filter, a row of each shard and four mebibytes. */
  private static final int FILTERED_MAX = SHARDS + 4 * PLAIN_PAGE_ROWS;

  /** Four requests for all that a shard has, until the first answers. */
  private static final int PROBED_ROWS = 4 * 12;

  private static final ShardingSpec SPEC =
      ShardingSpec.builder("blobs").partitionKey("pk").sortKey("sk").shards(SHARDS).build();
  private static final ShardingSpec ONE_BY_ONE =
      SPEC.toBuilder().order(ScatterOrder.SHARD_BY_SHARD).build();

  private final AtomicLong evaluated = new AtomicLong();

  @BeforeAll
  static void fill(DynamoDbClient plain) {
    PhysicalTables.create(plain, SPEC);
    DynamoDbClient sharded = ShardingDynamoDbClient.builder(plain).table(SPEC).build();
    String body = "x".repeat(60_000);
    for (int from = 0; from < ROWS; from += 16) {
      List<WriteRequest> puts =
          IntStream.range(from, from + 16).mapToObj(i -> put(i, body)).toList();
      sharded.batchWriteItem(batch -> batch.requestItems(Map.of("blobs", puts)));
    }
  }

  private static WriteRequest put(int i, String body) {
    Map<String, AttributeValue> item = new HashMap<>(key("a", "s%03d".formatted(i)));
    item.put("n", n(i));
    item.put("body", s(body));
    return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
  }

  private ClientUnderTest open(Kind kind, LocalDynamoDb local, ShardingSpec spec) {
    DecoratorListener counter =
        new DecoratorListener() {
          @Override
          public void subRequestEnded(SubRequestEnd end) {
            evaluated.addAndGet(end.rowsRead());
          }
        };
    return ShardedClients.open(
        kind, local, request -> {}, ShardedClients.Tables.of(spec).and(b -> b.listener(counter)));
  }

  private static QueryRequest.Builder all() {
    return QueryRequest.builder()
        .tableName("blobs")
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", s("a")));
  }

  private static QueryRequest.Builder filtered(int below) {
    return all()
        .filterExpression("n < :n")
        .expressionAttributeValues(Map.of(":pk", s("a"), ":n", n(below)));
  }

  private static Stream<Arguments> queries() {
    Map<String, QueryRequest.Builder> queries = new HashMap<>();
    queries.put("all", all());
    queries.put("all, consistent", all().consistentRead(true));
    queries.put("limit 10, descending", all().limit(10).scanIndexForward(false));
    queries.put("projection", all().projectionExpression("n"));
    queries.put("count, consistent", all().select(Select.COUNT).consistentRead(true));
    queries.put("filter drops all", filtered(0));
    queries.put("filter drops all, consistent", filtered(0).consistentRead(true));
    queries.put("filter drops half", filtered(ROWS / 2));
    queries.put("filter drops none, limit 10", filtered(ROWS).limit(10));
    return queries.entrySet().stream()
        .flatMap(
            query ->
                Stream.of(Kind.values())
                    .map(kind -> Arguments.of(kind, query.getKey(), query.getValue().build())));
  }

  /** A page's returned and evaluated rows. */
  private record Page(int count, int scanned, long evaluated) {}

  private List<Page> pages(ClientUnderTest client, QueryRequest query, int pagesMax) {
    List<Page> pages = new ArrayList<>();
    Map<String, AttributeValue> start = null;
    do {
      evaluated.set(0);
      QueryResponse page = client.call(from(query, start));
      assertThat(page.consumedCapacity()).as("not asked for").isNull();
      pages.add(new Page(page.count(), page.scannedCount(), evaluated.get()));
      start = page.lastEvaluatedKey();
    } while (!start.isEmpty() && pages.size() < pagesMax);
    return pages;
  }

  private static QueryRequest from(
      QueryRequest query, @Nullable Map<String, AttributeValue> start) {
    return start == null ? query : query.toBuilder().exclusiveStartKey(start).build();
  }

  @Tag("deep")
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("queries")
  void query_largeRows_evaluatesARowOfEachShardAndLittleMore(
      Kind kind, String name, QueryRequest query, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local, SPEC)) {
      List<Page> pages = pages(client, query, 3);
      int most = query.filterExpression() == null ? LEARNT_MAX : FILTERED_MAX;
      assertThat(pages.get(0).evaluated()).as("first page").isLessThanOrEqualTo(PROBED_ROWS + most);
      assertThat(pages.subList(1, pages.size()))
          .as("later pages")
          .allMatch(page -> page.evaluated() <= most);
      int perPage = query.limit() == null ? PLAIN_PAGE_ROWS : query.limit();
      assertThat(pages)
          .as("each passes what a plain page does")
          .allMatch(page -> page.scanned() >= perPage);
    }
  }

  @KindsInTurn
  void query_largeRowsPagedThrough_areEvaluatedLittleMoreThanOnce(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local, SPEC)) {
      List<Page> pages = pages(client, all().projectionExpression("n").build(), ROWS);
      assertThat(pages.stream().mapToLong(Page::evaluated).sum())
          .as("of rows that are not kept it is known how far on they are")
          .isLessThanOrEqualTo(ROWS + ROWS / 2);
    }
  }

  @KindsInTurn
  void query_filterAndReadAhead_scansEachRowOnce(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local, SPEC)) {
      for (int limit : new int[] {1, 3, 10, 50, 1000}) {
        List<Page> pages =
            pages(
                client,
                filtered(ROWS / 2).projectionExpression("n").limit(limit).build(),
                ROWS + 1);
        assertThat(pages).allMatch(page -> page.scanned() >= page.count());
        assertThat(pages.stream().mapToInt(Page::count).sum()).isEqualTo(ROWS / 2);
        assertThat(pages.stream().mapToInt(Page::scanned).sum())
            .as("limit %d", limit)
            .isEqualTo(ROWS);
      }
    }
  }

  @KindsInTurn
  void query_shardByShard_endsAPageOnceItHasEvaluatedAMebibyte(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = open(kind, local, ONE_BY_ONE)) {
      for (QueryRequest.Builder query :
          List.of(all().projectionExpression("n"), all().select(Select.COUNT), filtered(50))) {
        List<Page> pages = pages(client, query.build(), ROWS);
        assertThat(pages).allMatch(page -> page.evaluated() <= 2 * PLAIN_PAGE_ROWS);
        assertThat(pages.stream().mapToLong(Page::evaluated).sum()).isEqualTo(ROWS);
      }
    }
  }
}
