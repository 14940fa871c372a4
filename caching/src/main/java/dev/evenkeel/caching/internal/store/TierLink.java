package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.core.internal.flow.Flow;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** The remote tier as reads and writes use it, and whether it is trusted. */
public final class TierLink {
  private final TierTrust trust;
  private volatile long lifeMax;

  TierLink(LongSupplier nanos) {
    this.trust = new TierTrust(nanos);
  }

  /** Takes on a table whose items live so long. */
  synchronized void add(Duration timeToLive) {
    lifeMax = Math.max(lifeMax, timeToLive.toNanos());
  }

  /** Whether a read asks the tier: it has whole items alone. */
  boolean isAsked(Reading<?> reading) {
    return reading.question().equals(Projection.WHOLE) && trust.trusts(reading.key());
  }

  /** The item that the tier has; null if it has none. */
  static @Nullable GetItemResponse item(ReadResult found) {
    Map<String, AttributeValue> item = found.item() == null ? null : ItemBytes.item(found.item());
    return item == null ? null : Projection.answer(item);
  }

  /** Whether what was found may be given. */
  boolean isGood(CachedTable table, ReadResult found) {
    long life = table.spec().timeToLive().toNanos();
    return found.server() != null
        && trust.trusts(found.server(), life)
        && found.age() >= 0
        && found.age() < life;
  }

  /**
   * Removes written items after the write, even one that failed, and before its caller gets the
   * result. Who gives up before, or gets no answer from the tier, doubts the tier for a time to
   * live, the longest that it may hold one of these items.
   *
   * @param held is given what has to be done when the call ends; before the write's own end
   */
  public <R> Flow<R> writing(Flow<R> write, Removal removal, Consumer<Runnable> held) {
    AtomicBoolean isSettled = new AtomicBoolean();
    held.accept(
        () -> {
          if (!isSettled.get()) {
            doubt(removal);
          }
        });
    Flow<Removed> removed =
        Flow.ask(removal)
            .atResult(
                answer -> {
                  settled(removal, answer);
                  isSettled.set(true);
                });
    return write
        .recover(failure -> removed.then(answer -> Flow.failed(failure)))
        .then(response -> removed.map(answer -> response));
  }

  /** A removal for the sake of a write elsewhere has ended: by a server, or nobody knows. */
  public void settled(Removal removal, Removed answer) {
    if (answer.server() == null) {
      doubt(removal);
    } else {
      trust.answered(answer.server());
    }
  }

  private void doubt(Removal removal) {
    List<ItemKey> keys = removal.keys();
    if (keys.isEmpty()) {
      trust.doubtAll(lifeMax);
    }
    keys.forEach(key -> trust.doubt(key, lifeMax));
  }
}
