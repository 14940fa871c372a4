package dev.evenkeel.caching.internal.shell;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemBytes;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.TierRequest;
import dev.evenkeel.caching.internal.store.TierRequest.Fill;
import dev.evenkeel.caching.internal.store.TierRequest.Look;
import dev.evenkeel.caching.internal.store.TierRequest.ReadResult;
import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.caching.internal.store.TierRequest.Removed;
import dev.evenkeel.caching.spec.RemoteTier;
import dev.evenkeel.caching.spec.RemoteTier.ItemId;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.flow.Done;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks a remote tier. Nobody waits for it longer than {@value #TIMEOUT_MILLIS} ms, and after a few
 * failures one after the other nobody asks it for a second.
 */
public final class TierCalls {
  private static final int TIMEOUT_MILLIS = 50;
  private static final int FAILURES_MAX = 4;
  private static final long REST = TimeUnit.SECONDS.toNanos(1);

  private final RemoteTier tier;
  private final LongSupplier nanos;
  private final Map<String, String> views = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();
  private volatile long restingUntil;

  public TierCalls(RemoteTier tier, LongSupplier nanos) {
    this.tier = tier;
    this.nanos = nanos;
  }

  /**
   * Takes on a table. Caches that see its items in different ways do not see each other's: what
   * other decorators make of an item, and what was read eventually consistently.
   */
  public void add(CachedTable table, Set<StackLayer> below) {
    String layers = below.stream().map(layer -> layer + "-").collect(Collectors.joining());
    views.put(table.name(), layers + (table.spec().eventual() ? "eventual-" : ""));
  }

  /** Begins what is asked; the future never fails. */
  CompletableFuture<?> begin(TierRequest<?> request) {
    if (request instanceof Look look) {
      return asked(() -> tier.look(id(look.key())), TierCalls::found, ReadResult.NOTHING);
    }
    if (request instanceof Removal removal) {
      return remove(removal);
    }
    Fill fill = (Fill) request;
    var unused =
        asked(
            () -> tier.fill(id(fill.key()), fill.stamp(), fill.item(), fill.timeToLive()),
            done -> true,
            false);
    return CompletableFuture.completedFuture(Done.DONE);
  }

  /** Begins a removal; the future never fails. */
  public CompletableFuture<Removed> remove(Removal removal) {
    return asked(() -> removed(removal), Removed::new, Removed.UNKNOWN);
  }

  private CompletionStage<String> removed(Removal removal) {
    return removal.keys().isEmpty()
        ? tier.removeAll(removal.tables())
        : tier.remove(removal.keys().stream().map(this::id).toList());
  }

  private ItemId id(ItemKey key) {
    return new ItemId(key.table(), views.getOrDefault(key.table(), "") + ItemBytes.digest(key));
  }

  private static ReadResult found(RemoteTier.LookResult looked) {
    return new ReadResult(looked.server(), looked.stamp(), looked.item(), looked.age().toNanos());
  }

  /** Asks, unless the tier rests. */
  private <A, B> CompletableFuture<B> asked(
      Supplier<? extends CompletionStage<A>> ask, Function<A, B> answer, B nothing) {
    if (isResting()) {
      return CompletableFuture.completedFuture(nothing);
    }
    CompletableFuture<B> end = new CompletableFuture<>();
    try {
      ask.get()
          .whenComplete(
              (answered, failure) -> end.complete(answered(answered, failure, answer, nothing)));
    } catch (RuntimeException broken) {
      end.complete(nothing);
    }
    return end.completeOnTimeout(nothing, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .whenComplete((value, never) -> note(value != nothing));
  }

  private static <A, B> B answered(
      @Nullable A answered, @Nullable Throwable failure, Function<A, B> answer, B nothing) {
    return failure != null || answered == null ? nothing : answer.apply(answered);
  }

  private boolean isResting() {
    long until = restingUntil;
    return failures.get() >= FAILURES_MAX && until - nanos.getAsLong() > 0;
  }

  private void note(boolean answered) {
    if (answered) {
      failures.set(0);
    } else if (failures.incrementAndGet() >= FAILURES_MAX) {
      restingUntil = nanos.getAsLong() + REST;
    }
  }
}
