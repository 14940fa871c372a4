package dev.evenkeel.caching;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.spec.CacheStats;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Pages of large rows. */
class LargePagesTest extends ThreadPages {
  LargePagesTest(LocalDynamoDb local, DynamoDbClient plain) {
    super(local, plain);
  }

  /** Pages of 1 MiB share the bound with all others, and none is kept that is larger than it. */
  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void pagesOfAMebibyte_stayWithinTheBound(Kind kind) {
    int partitions = 5;
    for (int thread = 20; thread < 20 + partitions; thread++) {
      for (int nr = 0; nr < 12; nr++) {
        Map<String, AttributeValue> large = Replies.large(thread, nr, 100_000);
        plain.putItem(Replies.put(thread, nr, "large").item(large).build());
      }
    }
    long bytesMax = 3L << 20;
    ItemCache small = ItemCache.ofBytes(1L << 20);
    ItemCache cache = ItemCache.ofBytes(bytesMax);
    try (ClientUnderTest client =
            kind.open(
                local, request -> {}, CacheUnderTest.decoration(cache, Replies.spec().build()));
        ClientUnderTest tight =
            kind.open(
                local, request -> {}, CacheUnderTest.decoration(small, Replies.spec().build()))) {
      for (int round = 0; round < 3; round++) {
        for (int thread = 20; thread < 20 + partitions; thread++) {
          QueryRequest query = Replies.query(thread).build();
          assertThat(client.call(query).count()).isEqualTo(11);
          assertThat(client.call(query).count()).isEqualTo(11);
          assertThat(cache.bytes()).isLessThanOrEqualTo(bytesMax);
          assertThat(tight.call(query).count()).isEqualTo(11);
          assertThat(small.bytes()).isLessThanOrEqualTo(1L << 20);
        }
      }
    }
    CacheStats stats = cache.pageStats().get(Replies.TABLE);
    assertThat(stats.hits()).isPositive();
    assertThat(stats.evicted()).isPositive();
    assertThat(cache.bytes()).isGreaterThan(1_000_000L);
    assertThat(small.pageStats().get(Replies.TABLE).hits()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void pagesOfLargeRows_areReadOnce(Kind kind) {
    try (Replies replies = open(kind)) {
      for (int nr = 0; nr < 12; nr++) {
        Map<String, AttributeValue> large = Replies.large(15, nr, 100_000);
        replies.client.call(Replies.put(15, nr, "large").item(large).build());
      }
      replies.client.pages(Replies.query(15).build(), 9);
      assertThat(replies.sent()).hasSize(14);
      List<QueryResponse> again = replies.client.pages(Replies.query(15).build(), 9);
      assertThat(again).hasSize(2);
      assertThat(again.stream().mapToInt(QueryResponse::count).sum()).isEqualTo(12);
      assertThat(replies.requests()).isZero();
      assertThat(replies.cache.bytes()).isBetween(1_200_000L, 2L << 20);
    }
  }
}
