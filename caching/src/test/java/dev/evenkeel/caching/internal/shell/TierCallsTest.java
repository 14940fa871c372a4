package dev.evenkeel.caching.internal.shell;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.evenkeel.caching.ItemCache;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.TierRequest.Fill;
import dev.evenkeel.caching.internal.store.TierRequest.Look;
import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.caching.spec.RemoteTier;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A tier that answers, fails, throws or hangs. */
class TierCallsTest {
  private static final ItemKey KEY = new ItemKey("t", AttributeValue.fromS("k"), null);
  private static final SdkBytes ITEM = SdkBytes.fromUtf8String("item");

  private enum State {
    WELL,
    FAILING,
    THROWING,
    HANGING
  }

  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger asked = new AtomicInteger();
  private State state = State.WELL;

  private final TierCalls calls =
      new TierCalls(
          new RemoteTier() {
            @Override
            public CompletionStage<LookResult> look(ItemId item) {
              return answer(new LookResult("run", "stamp", ITEM, Duration.ofNanos(7)));
            }

            @Override
            public CompletionStage<?> fill(
                ItemId item, String stamp, SdkBytes value, Duration timeToLive) {
              return answer(true);
            }

            @Override
            public CompletionStage<String> remove(Collection<ItemId> items) {
              return answer("run");
            }

            @Override
            public CompletionStage<String> removeAll(Collection<String> tables) {
              return answer("run");
            }
          },
          nanos::get);

  private <T> CompletionStage<T> answer(T well) {
    asked.incrementAndGet();
    return switch (state) {
      case WELL -> CompletableFuture.completedFuture(well);
      case FAILING -> CompletableFuture.failedFuture(new IllegalStateException("failing"));
      case THROWING -> throw new IllegalStateException("throwing");
      case HANGING -> new CompletableFuture<>();
    };
  }

  private Object look() throws Exception {
    return calls.begin(new Look(KEY)).get(20, TimeUnit.SECONDS);
  }

  private Object remove() throws Exception {
    return calls.begin(new Removal(List.of(KEY), List.of())).get(20, TimeUnit.SECONDS);
  }

  @Test
  void tier_thatIsWell_answers() throws Exception {
    assertThat(look()).isEqualTo(new ReadResult("run", "stamp", ITEM, 7));
    assertThat(remove()).isEqualTo(new Removed("run"));
  }

  @Test
  void tier_thatFailsThrowsOrHangs_isNotThere_andAnswersOnceItIsWell() throws Exception {
    for (State ill : List.of(State.FAILING, State.THROWING, State.HANGING)) {
      state = ill;
      assertThat(look()).isEqualTo(ReadResult.NOTHING);
      assertThat(remove()).isEqualTo(Removed.UNKNOWN);
      state = State.WELL;
      assertThat(look()).isNotEqualTo(ReadResult.NOTHING);
    }
  }

  @Test
  void tier_thatFailsAgainAndAgain_restsForASecond() throws Exception {
    state = State.FAILING;
    for (int i = 0; i < 10; i++) {
      look();
    }
    assertThat(asked).hasValue(4);
    state = State.WELL;
    assertThat(remove()).isEqualTo(Removed.UNKNOWN);

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
    assertThat(remove()).isEqualTo(new Removed("run"));
    assertThat(asked).hasValue(5);
  }

  @Test
  void failures_areLogged_theFirstOfEachKind_andAgainLater() throws Exception {
    Logger logger = (Logger) LoggerFactory.getLogger(ItemCache.class);
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    log.start();
    logger.addAppender(log);
    try {
      state = State.HANGING;
      look();
      assertThat(log.list).as("of one late answer").isEmpty();
      state = State.FAILING;
      look();
      remove();
      assertThat(log.list).hasSize(1);
      assertThat(log.list.get(0).getThrowableProxy().getMessage()).isEqualTo("failing");
      nanos.addAndGet(TimeUnit.MINUTES.toNanos(10));
      look();
      assertThat(log.list).hasSize(2);
      nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
      state = State.HANGING;
      look();
      assertThat(log.list).as("of none that answers").hasSize(3);
    } finally {
      logger.detachAppender(log);
    }
  }

  @Test
  void fills_thatAreWell_countAsAnswers() throws Exception {
    for (int i = 0; i < 10; i++) {
      calls.begin(new Fill(KEY, "stamp", ITEM, Duration.ofSeconds(1))).join();
    }
    assertThat(look()).isNotEqualTo(ReadResult.NOTHING);
  }
}
