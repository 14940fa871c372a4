package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Popular reads whose answers do not stay in memory: they soon cost what they cost without it. */
@ExtendWith(LocalDynamoDbExtension.class)
class FillsInVainTest {
  private static final int LARGE = 390 << 10;
  private static final int MISSING = 1000;

  private final LocalDynamoDb local;
  private final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();

  FillsInVainTest(LocalDynamoDb local) {
    this.local = local;
  }

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    Products.create(plain);
    Replies.create(plain);
    for (int nr = 0; nr < 12; nr++) {
      plain.putItem(Replies.put(1, nr, "large").item(Replies.large(1, nr, 100_000)).build());
    }
    for (int nr = 0; nr < 50; nr++) {
      plain.putItem(Replies.put(2, nr, "small").build());
    }
    for (int id = 0; id < 10; id++) {
      PutItemRequest.Builder large = PutItemRequest.builder().tableName(Products.TABLE);
      plain.putItem(large.item(Products.product(id, "x".repeat(LARGE))).build());
    }
  }

  private ClientUnderTest open(Kind kind, ItemCache cache, CachingSpec.Builder spec) {
    return kind.open(local, sent::add, CacheUnderTest.decoration(cache, spec.build()));
  }

  private static Boolean isConsistent(SdkRequest request) {
    return request instanceof GetItemRequest get
        ? get.consistentRead()
        : request instanceof QueryRequest query
            ? query.consistentRead()
            : ((BatchGetItemRequest) request).requestItems().get(Products.TABLE).consistentRead();
  }

  private long consistent() {
    return sent.stream().filter(request -> Boolean.TRUE.equals(isConsistent(request))).count();
  }

  @ParameterizedTest
  @EnumSource
  void missingItem_thatIsNotRemembered_isReadAsAskedForUntilItsTimeEnds(Kind kind) {
    Duration within = Duration.ofMinutes(1);
    try (Products products =
        new Products(local, kind, Products.spec().popular(3, within).build())) {
      for (int window = 1; window <= 3; window++) {
        for (int i = 0; i < 10; i++) {
          assertThat(products.name(MISSING)).isNull();
        }
        assertThat(products.sent())
            .extracting(FillsInVainTest::isConsistent)
            .containsExactly(null, null, true, true, null, null, null, null, null, null);
        CacheStats stats = products.cache.stats().get(Products.TABLE);
        assertThat(stats.misses()).isEqualTo(2L * window);
        assertThat(stats.unpopular()).isEqualTo(8L * window);
        assertThat(stats.unitsSaved()).isEqualTo(-1.0 * window);
        products.pass(within);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void missingItem_ofABatch_makesItConsistentTwice(Kind kind) {
    BatchGetItemRequest batch =
        BatchGetItemRequest.builder()
            .requestItems(
                Map.of(
                    Products.TABLE,
                    KeysAndAttributes.builder()
                        .keys(List.of(Products.key(MISSING), Products.key(MISSING + 1)))
                        .build()))
            .build();
    try (ClientUnderTest client = open(kind, ItemCache.ofBytes(1 << 20), Products.spec())) {
      for (int i = 0; i < 5; i++) {
        assertThat(client.call(batch).responses().get(Products.TABLE)).isEmpty();
      }
    }
    assertThat(sent)
        .extracting(FillsInVainTest::isConsistent)
        .containsExactly(true, true, null, null, null);
  }

  @ParameterizedTest
  @EnumSource
  void page_thatIsLargerThanTheCache_isReadAsAskedFor(Kind kind) {
    QueryRequest query = Replies.query(1).build();
    try (ClientUnderTest client = open(kind, ItemCache.ofBytes(1 << 20), Replies.spec())) {
      for (int i = 0; i < 6; i++) {
        assertThat(client.call(query).count()).isEqualTo(11);
      }
    }
    assertThat(sent)
        .extracting(FillsInVainTest::isConsistent)
        .containsExactly(true, true, null, null, null, null);
  }

  /** Of one partition key value 32 stay; read in turns, each would drive the next one out. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void pages_thatDriveEachOtherOut_areKeptInPart(Kind kind) {
    ItemCache cache = ItemCache.ofBytes(8 << 20);
    int pages = 40;
    int rounds = 8;
    try (ClientUnderTest client = open(kind, cache, Replies.spec())) {
      for (int i = 0; i < rounds * pages; i++) {
        client.call(Replies.query(2).limit(1 + i % pages).build());
      }
    }
    CacheStats stats = cache.pageStats().get(Replies.TABLE);
    assertThat(consistent()).isLessThanOrEqualTo(stats.hits() + 2L * pages);
    assertThat(stats.hits()).isGreaterThan(2L * pages);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void popularItems_thatFindNoRoom_costNoMoreThanTheyAreWorth(Kind kind) {
    ItemCache cache = ItemCache.ofBytes(1 << 20);
    Random random = new Random(1);
    int items = 10;
    int reads = 150;
    try (ClientUnderTest client = open(kind, cache, Products.spec())) {
      for (int i = 0; i < reads; i++) {
        int id = random.nextInt(items);
        AttributeValue name = client.call(Products.get(id).build()).item().get("name");
        assertThat(name.s()).hasSize(LARGE);
      }
    }
    CacheStats stats = cache.stats().get(Products.TABLE);
    assertThat(sent).hasSize(reads - (int) stats.hits());
    assertThat(consistent()).isLessThanOrEqualTo(stats.hits() + 2L * items);
    assertThat(stats.hits()).isPositive();
  }
}
