package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.gen.Rounds;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/** Where it alone writes, a caching client answers as the plain one does, failures included. */
@Tag("rounds")
@ExtendWith(LocalDynamoDbExtension.class)
class CachedAsPlainTest {
  private static final int REQUESTS = 120;
  private static final int THREADS = 2;
  private static final int ITEMS = 4;
  private static final Decoration NONE = Decoration.none();

  private final LocalDynamoDb cached;
  private final LocalDynamoDb plain;

  CachedAsPlainTest(LocalDynamoDb local) {
    this.cached = local.isolated();
    this.plain = local.isolated();
  }

  @BeforeEach
  void create() {
    for (LocalDynamoDb each : List.of(cached, plain)) {
      try (DynamoDbClient client = each.client()) {
        Replies.create(client);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("dev.evenkeel.testkit.equivalence.ClientUnderTest$Kind#inTurn")
  void requests_areAnsweredAsWithoutACache(Kind kind) {
    ItemCache cache = ItemCache.ofBytes(1 << 20);
    Decoration caching =
        CacheUnderTest.decoration(
            cache,
            Replies.spec().timeToLive(Duration.ofDays(1)).missing(Duration.ofDays(1)).build());
    Rounds.run(
        1,
        2,
        random -> Equivalence.of(kind.open(cached, caching), kind.open(plain, NONE)),
        (both, random) -> {
          for (int i = 0; i < REQUESTS; i++) {
            send(both, random);
          }
          both.sameItems(ScanRequest.builder().tableName(Replies.TABLE).build());
        });
    assertThat(cache.stats().get(Replies.TABLE).hits()).as("items from memory").isPositive();
    assertThat(cache.pageStats().get(Replies.TABLE).hits()).as("pages from memory").isPositive();
  }

  private static void send(Equivalence both, Random random) {
    int thread = random.nextInt(THREADS);
    int nr = random.nextInt(ITEMS);
    String text = "text " + random.nextInt(5);
    switch (random.nextInt(8)) {
      case 0, 1 -> same(both, write(random, thread, nr, text));
      case 2, 3, 4 -> same(both, get(random, thread, nr));
      case 5 -> same(both, batch(random));
      default -> both.samePages(query(random, thread));
    }
  }

  private static void same(Equivalence both, DynamoDbRequest request) {
    Outcome unused = both.same(request);
  }

  private static DynamoDbRequest write(Random random, int thread, int nr, String text) {
    List<Writes> writes = List.of(Writes.values());
    int kind = random.nextInt(writes.size() + 2);
    return kind < writes.size()
        ? writes.get(kind).request(thread, nr, text)
        : Replies.put(thread, nr, text)
            .conditionExpression("attribute_not_exists(thread)")
            .returnValues(ReturnValue.ALL_OLD)
            .build();
  }

  private static DynamoDbRequest get(Random random, int thread, int nr) {
    GetItemRequest.Builder get =
        GetItemRequest.builder().tableName(Replies.TABLE).key(Replies.key(thread, nr));
    return switch (random.nextInt(6)) {
      case 0 -> get.projectionExpression("nr").build();
      case 1 ->
          get.projectionExpression("#t").expressionAttributeNames(Map.of("#t", "text")).build();
      case 2 -> get.key(Map.of("thread", AttributeValue.fromN("1"))).build(); // no key of the table
      case 3 -> get.projectionExpression("#undefined").build();
      default -> get.build();
    };
  }

  private static BatchGetItemRequest batch(Random random) {
    KeysAndAttributes.Builder keys =
        KeysAndAttributes.builder()
            .keys(
                IntStream.range(0, ITEMS)
                    .mapToObj(nr -> Replies.key(random.nextInt(THREADS), nr))
                    .toList());
    if (random.nextBoolean()) {
      keys.projectionExpression("nr");
    }
    return BatchGetItemRequest.builder().requestItems(Map.of(Replies.TABLE, keys.build())).build();
  }

  private static QueryRequest query(Random random, int thread) {
    QueryRequest.Builder query =
        Replies.query(thread)
            .scanIndexForward(random.nextBoolean())
            .limit(random.nextBoolean() ? null : 1 + random.nextInt(3));
    return switch (random.nextInt(4)) {
      case 0 ->
          query
              .filterExpression("#t = :text")
              .expressionAttributeNames(Map.of("#t", "text"))
              .expressionAttributeValues(
                  Map.of(":t", Replies.number(thread), ":text", AttributeValue.fromS("text 1")))
              .build();
      case 1 -> query.projectionExpression("nr").build();
      case 2 -> query.indexName(Replies.BY_TEXT).build();
      default -> query.build();
    };
  }
}
