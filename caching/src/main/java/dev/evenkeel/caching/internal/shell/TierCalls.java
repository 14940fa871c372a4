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
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a remote tier. Nobody waits for it longer than {@value #TIMEOUT_MILLIS} ms, and after a few
 * failures one after the other nobody asks it for a second. Callers never learn of a failure, so
 * the first of each kind is logged.
 */
public final class TierCalls {
  private static final int TIMEOUT_MILLIS = 50;
  private static final int FAILURES_MAX = 4;
  private static final long REST = TimeUnit.SECONDS.toNanos(1);

  private static final long QUIET = TimeUnit.MINUTES.toNanos(10);
  private static final Logger LOGGER = LoggerFactory.getLogger("dev.evenkeel.caching.ItemCache");

  private final RemoteTier tier;
  private final LongSupplier nanos;
  private final Map<String, String> views = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final Map<Class<?>, Long> logged = new ConcurrentHashMap<>();
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
    CompletableFuture<A> end = new CompletableFuture<>();
    try {
      ask.get().whenComplete((answered, failure) -> end(end, answered, failure));
    } catch (RuntimeException broken) {
      end.completeExceptionally(broken);
    }
    return end.orTimeout(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
        .thenApply(answer)
        .handle((value, failure) -> settled(value, failure, nothing));
  }

  private static <A> void end(
      CompletableFuture<A> end, @Nullable A answered, @Nullable Throwable failure) {
    if (answered != null) {
      end.complete(answered);
    } else {
      end.completeExceptionally(
          failure == null ? new NullPointerException("the tier has answered null") : failure);
    }
  }

  private <B> B settled(@Nullable B value, @Nullable Throwable failure, B nothing) {
    if (value != null) {
      failures.set(0);
      return value;
    }
    failed(Objects.requireNonNull(failure));
    return nothing;
  }

  private boolean isResting() {
    long until = restingUntil;
    return failures.get() >= FAILURES_MAX && until - nanos.getAsLong() > 0;
  }

  private void failed(Throwable failure) {
    Throwable cause =
        failure instanceof CompletionException wrapped && wrapped.getCause() != null
            ? wrapped.getCause()
            : failure;
    boolean rests = failures.incrementAndGet() >= FAILURES_MAX;
    if (rests) {
      restingUntil = nanos.getAsLong() + REST;
    }
    if (rests || !(cause instanceof TimeoutException)) { // one late answer is nothing
      log(cause);
    }
  }

  private void log(Throwable cause) {
    long now = nanos.getAsLong();
    Long before = logged.get(cause.getClass());
    boolean isFirst =
        before == null
            ? logged.putIfAbsent(cause.getClass(), now) == null
            : now - before >= QUIET && logged.replace(cause.getClass(), before, now);
    if (isFirst) {
      LOGGER.warn(
          "The remote tier of a cache fails, so reads go to DynamoDB. Check its address, its"
              + " credentials and what they may do. Further failures of this kind are not logged"
              + " for ten minutes.",
          cause);
    }
  }
}
