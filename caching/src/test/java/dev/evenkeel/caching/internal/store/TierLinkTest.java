package dev.evenkeel.caching.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.caching.spec.CachingSpec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What a removal for the sake of a write elsewhere tells of the tier. */
class TierLinkTest {
  private static final Duration TIME_TO_LIVE = Duration.ofSeconds(10);

  private final AtomicLong nanos = new AtomicLong(1L << 40);
  private final CachedTable table =
      CachedTable.of(
          CachingSpec.builder("t")
              .partitionKey("id", ScalarAttributeType.S)
              .timeToLive(TIME_TO_LIVE)
              .build());
  private final ItemKey key = table.key(Map.of("id", AttributeValue.fromS("1")));
  private final Removal removal = new Removal(List.of(key), List.of());
  private final TierLink link = new TierLink(nanos::get);

  @BeforeEach
  void add() {
    link.add(TIME_TO_LIVE);
    assertThat(isGood("first")).isTrue();
    assertThat(isAsked()).isTrue();
  }

  private boolean isGood(String server) {
    return link.isGood(table, new ReadResult(server, "stamp", SdkBytes.fromUtf8String("item"), 0));
  }

  private boolean isAsked() {
    return link.isAsked(new Reading<>(table, key, Projection.WHOLE, 0, nanos.get()));
  }

  private void passTheTimeToLive() {
    nanos.addAndGet(TIME_TO_LIVE.toNanos());
  }

  @Test
  void settled_byTheServerThatAnswers_changesNothing() {
    link.settled(removal, new Removed("first"));

    assertThat(isGood("first")).isTrue();
    assertThat(isAsked()).isTrue();
  }

  @Test
  void settled_soThatNobodyKnows_doubtsTheTierForTheTimeToLive() {
    link.settled(removal, Removed.UNKNOWN);

    assertThat(isAsked()).isFalse();
    passTheTimeToLive();
    assertThat(isAsked()).isTrue();
  }

  /** The server from before comes back, and has never seen the removal. */
  @Test
  void settled_byAnotherServer_doubtsTheOneBeforeForTheTimeToLive() {
    link.settled(removal, new Removed("second"));

    assertThat(isGood("first")).isFalse();
    passTheTimeToLive();
    assertThat(isGood("first")).isTrue();
  }
}
