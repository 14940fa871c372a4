package dev.evenkeel.caching.internal.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

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
import java.util.Arrays;
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
import software.amazon.awssdk.core.SdkBytes;

/**
 * Asks a remote tier. Nobody waits for it longer than {@value #TIMEOUT_MILLIS} ms, and after a few
 * failures one after the other nobody asks it for a second. Callers never learn of a failure, so
 * the first of each kind is logged.
 */
public final class TierCalls {
  private static final int TIMEOUT_MILLIS = 50;
  private static final int FAILURES_MAX = 4;
  private static final int CAUSES_MAX = 20;
  private static final long REST = TimeUnit.SECONDS.toNanos(1);

  private static final byte[] PLAIN = {};

  /** Around the mark of a view: no version of {@link ItemBytes} begins so. */
  private static final char OTHER = 0;

  private static final long QUIET = TimeUnit.MINUTES.toNanos(10);
  private static final Logger LOGGER = LoggerFactory.getLogger("dev.evenkeel.caching.ItemCache");

  private final RemoteTier tier;
  private final LongSupplier nanos;
  private final Map<String, byte[]> views = new ConcurrentHashMap<>();
  private final AtomicInteger failures = new AtomicInteger();
  private final Map<Class<?>, Long> logged = new ConcurrentHashMap<>();
  private volatile long restingUntil;

  public TierCalls(RemoteTier tier, LongSupplier nanos) {
    this.tier = tier;
    this.nanos = nanos;
  }

  /**
   * Takes on a table. Caches that see its items in different ways take each other's for none: what
   * other decorators make of an item, and what was read eventually consistently. The entry has one
   * name for all, so that a write of any takes it out.
   */
  public void add(CachedTable table, Set<StackLayer> below) {
    String view =
        below.stream().map(layer -> layer + " ").collect(Collectors.joining())
            + (table.spec().eventual() ? "eventual " : "");
    views.put(table.name(), view.isEmpty() ? PLAIN : (OTHER + view + OTHER).getBytes(UTF_8));
  }

  /** Marks what is not the stored item, consistently read. */
  private SdkBytes marked(String table, SdkBytes item) {
    byte[] view = views.getOrDefault(table, PLAIN);
    return view.length == 0
        ? item
        : SdkBytes.fromByteArrayUnsafe(joined(view, item.asByteArrayUnsafe()));
  }

  private static byte[] joined(byte[] view, byte[] item) {
    byte[] both = Arrays.copyOf(view, view.length + item.length);
    System.arraycopy(item, 0, both, view.length, item.length);
    return both;
  }

  private @Nullable SdkBytes unmarked(String table, @Nullable SdkBytes item) {
    byte[] view = views.getOrDefault(table, PLAIN);
    if (item == null || view.length == 0) {
      return item;
    }
    byte[] bytes = item.asByteArrayUnsafe();
    return bytes.length >= view.length && Arrays.equals(bytes, 0, view.length, view, 0, view.length)
        ? SdkBytes.fromByteArrayUnsafe(Arrays.copyOfRange(bytes, view.length, bytes.length))
        : null;
  }

  /** Begins what is asked; the future never fails. */
  CompletableFuture<?> begin(TierRequest<?> request) {
    if (request instanceof Look look) {
      return asked(
          () -> tier.look(id(look.key())),
          looked -> found(look.key().table(), looked),
          ReadResult.NOTHING);
    }
    if (request instanceof Removal removal) {
      return remove(removal);
    }
    Fill fill = (Fill) request;
    var unused =
        asked(
            () ->
                tier.fill(
                        id(fill.key()),
                        fill.stamp(),
                        marked(fill.key().table(), fill.item()),
                        fill.timeToLive())
                    .thenApply(done -> true), // whatever it answers
            done -> done,
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
        : tier.remove(removal.keys().stream().map(TierCalls::id).toList());
  }

  private static ItemId id(ItemKey key) {
    return new ItemId(key.table(), ItemBytes.digest(key));
  }

  private ReadResult found(String table, RemoteTier.LookResult looked) {
    return new ReadResult(
        looked.server(), looked.stamp(), unmarked(table, looked.item()), looked.age().toNanos());
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

  /** What comes too late to count is logged all the same: it says why the tier is slow. */
  private <A> void end(
      CompletableFuture<A> end, @Nullable A answered, @Nullable Throwable failure) {
    if (answered != null) {
      end.complete(answered);
      return;
    }
    Throwable cause =
        failure == null ? new NullPointerException("the tier has answered null") : failure;
    if (!end.completeExceptionally(cause) && !(cause(cause) instanceof TimeoutException)) {
      log(cause(cause));
    }
  }

  private static Throwable cause(Throwable failure) {
    return failure instanceof CompletionException wrapped && wrapped.getCause() != null
        ? wrapped.getCause()
        : failure;
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
    Throwable cause = cause(failure);
    boolean rests = failures.incrementAndGet() >= FAILURES_MAX;
    if (rests) {
      restingUntil = nanos.getAsLong() + REST;
    }
    if (rests || !(cause instanceof TimeoutException)) { // one late answer is nothing
      log(cause);
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    for (int i = 0; i < CAUSES_MAX && root.getCause() != null; i++) {
      root = root.getCause();
    }
    return root;
  }

  private void log(Throwable cause) {
    long now = nanos.getAsLong();
    Class<?> kind = root(cause).getClass();
    Long before = logged.get(kind);
    boolean isFirst =
        before == null
            ? logged.putIfAbsent(kind, now) == null
            : now - before >= QUIET && logged.replace(kind, before, now);
    if (isFirst && cause instanceof TimeoutException) {
      LOGGER.warn(
          "The remote tier of a cache is slow: several answers in a row took longer than {} ms, so"
              + " reads go to DynamoDB. Not logged again for ten minutes.",
          TIMEOUT_MILLIS);
    } else if (isFirst) {
      LOGGER.warn(
          "The remote tier of a cache fails, so reads go to DynamoDB. Check its address, its"
              + " credentials and what they may do. Further failures of this kind are not logged"
              + " for ten minutes.",
          cause);
    }
  }
}
