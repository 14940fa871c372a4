package dev.evenkeel.caching;

import dev.evenkeel.caching.internal.operation.CachingPlanner;
import dev.evenkeel.caching.spec.CachingSpec;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.NoTablesException;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.listen.DecoratorListener;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The builder of both caching clients. Required: at least one {@link #table}. Defaults: a cache of
 * {@value #DEFAULT_BYTES} bytes of its own; the delegate stays the caller's to close.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class CachingClientBuilder<B extends CachingClientBuilder<B>>
    permits CachingDynamoDbClient.Builder, CachingDynamoDbAsyncClient.Builder {

  /** The size of a cache that a client makes for itself: 32 MiB. */
  public static final long DEFAULT_BYTES = 32L << 20;

  private final TableScope clientScope;
  private final Set<StackLayer> below = EnumSet.noneOf(StackLayer.class);
  private final List<CachingSpec> specs = new ArrayList<>();
  private final List<DecoratorListener> listeners = new ArrayList<>();
  private @Nullable ItemCache cache;
  private @Nullable String accountId;
  private ClientThreads threads = ClientThreads.shared();
  private boolean closeDelegate;

  CachingClientBuilder(TableScope clientScope, Object delegate) {
    this.clientScope = clientScope;
    StackLayer.in(delegate).forEach(stacked -> below.add(stacked.layer()));
    below.remove(StackLayer.CACHING); // shows the items that it is shown
  }

  abstract B self();

  /** Adds a table of which popular items are cached. Other tables pass through untouched. */
  public B table(CachingSpec spec) {
    specs.add(Objects.requireNonNull(spec));
    return self();
  }

  /**
   * The cache, to share it with other clients of the same region and the same rights, over the same
   * decorators. Where several clients write a table, each sees the writes of the others at once
   * only if they share a cache.
   */
  public B cache(ItemCache shared) {
    this.cache = Objects.requireNonNull(shared);
    return self();
  }

  /**
   * The account of the delegate's credentials. Only needed if requests name tables of other
   * accounts by ARN.
   */
  public B accountId(String twelveDigits) {
    this.accountId = twelveDigits;
    return self();
  }

  /**
   * The threads on which requests of one call are sent side by side, and what they are to have of
   * the caller's context; by default {@link ClientThreads#shared()}.
   */
  public B threads(ClientThreads newThreads) {
    this.threads = Objects.requireNonNull(newThreads);
    return self();
  }

  /** Whether closing the decorator closes the delegate too. */
  public B closeDelegate(boolean close) {
    this.closeDelegate = close;
    return self();
  }

  /**
   * Adds a listener for calls that this client plans: reads that fill the cache, batches and
   * writes. Answers from memory are counted by {@link ItemCache#stats} alone.
   */
  public B listener(DecoratorListener listener) {
    listeners.add(Objects.requireNonNull(listener));
    return self();
  }

  ObservedCalls observed() {
    return ObservedCalls.of("caching", listeners);
  }

  ItemCache cache() {
    if (specs.isEmpty()) {
      throw new NoTablesException(
          "A caching client without a table caches nothing: add table(spec)");
    }
    ItemCache used = cache == null ? ItemCache.ofBytes(DEFAULT_BYTES) : cache;
    specs.forEach(spec -> used.add(spec, scope(), below));
    return used;
  }

  private TableScope scope() {
    return accountId == null ? clientScope : clientScope.withAccount(accountId);
  }

  CachingPlanner planner(ItemCache used, boolean async) {
    return new CachingPlanner(specs, scope(), used.store(), async);
  }

  ClientThreads threads() {
    return threads;
  }

  Ownership ownership() {
    return closeDelegate ? Ownership.OWNED : Ownership.BORROWED;
  }
}
