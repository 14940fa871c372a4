package dev.evenkeel.caching;

import dev.evenkeel.caching.internal.operation.CachedCall;
import dev.evenkeel.caching.internal.operation.CachingPlanner;
import dev.evenkeel.caching.internal.shell.CallSender;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The asynchronous counterpart of {@link CachingDynamoDbClient}: the same plans, the same
 * guarantees, run by a runner that never blocks a thread.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#item-cache -->
 *
 * <pre>{@code
 * ItemCache cache = ItemCache.ofBytes(64 << 20);
 * DynamoDbClient client = CachingDynamoDbClient.builder(plain).table(prices).cache(cache).build();
 * DynamoDbAsyncClient asyncClient =
 *     CachingDynamoDbAsyncClient.builder(plainAsync).table(prices).cache(cache).build();
 * }</pre>
 *
 * <p>An answer from memory is a future that is complete. Futures of requests complete on the
 * delegate's completion threads, those that wait for another caller's on threads of the process.
 * Cancelling the future of a read that others share cancels none of theirs.
 */
public final class CachingDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient
    implements Stacked {
  private final ItemCache cache;
  private final CachingPlanner planner;
  private final AsyncRunner runner;
  private final Sender<CompletableFuture<?>> sender;
  private final Deadline.Timeouts timeouts;
  private final ObservedCalls observed;

  private CachingDynamoDbAsyncClient(Builder builder) {
    super(StackLayer.CACHING.over(builder.delegate), builder.ownership());
    this.cache = builder.cache();
    this.planner = builder.planner(cache, true);
    this.runner = AsyncRunner.create(builder.threads());
    this.sender = Sender.async(builder.delegate, Sender.nothingElse());
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.observed = builder.observed();
  }

  @Override
  public StackLayer layer() {
    return StackLayer.CACHING;
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbAsyncClient delegate) {
    return new Builder(delegate);
  }

  /** The items in memory. */
  public ItemCache cache() {
    return cache;
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    DynamoDbResponse hit = planner.hit(request);
    if (hit != null) {
      if (planner.isReadAhead(request)) {
        refresh(request);
      }
      return CompletableFuture.completedFuture(TableCall.response(hit));
    }
    CachedCall call = new CachedCall();
    Flow<R> flow;
    try {
      flow = planner.plan(request, call);
    } catch (RuntimeException refusal) {
      return CompletableFuture.failedFuture(observed.unplanned(request, refusal));
    }
    return flow == null
        ? operation.apply(request)
        : observed.run(
            runner,
            request,
            Plan.of(flow),
            new CallSender<>(call, sender, cache.tierCalls()),
            timeouts.of(request));
  }

  private void refresh(DynamoDbRequest request) {
    CachedCall call = new CachedCall();
    Flow<?> flow = planner.refresh(request, call);
    if (flow != null) {
      var unused =
          runner.run(
              flow,
              new CallSender<>(call, sender, cache.tierCalls()),
              timeouts.of(request)); // failures are nobody's
    }
  }

  /**
   * Explains how this client would handle {@code request}, without sending or counting anything:
   * whether the answer is in memory, what would be sent, and what the cache has done so far.
   *
   * @throws dev.evenkeel.core.DecoratorException if the operation is newer than this Evenkeel
   */
  public Explanation explain(DynamoDbRequest request) {
    return planner.explain(request);
  }

  /** Collects a {@link CachingDynamoDbAsyncClient}. */
  public static final class Builder extends CachingClientBuilder<Builder> {
    private final DynamoDbAsyncClient delegate;

    private Builder(DynamoDbAsyncClient delegate) {
      super(TableScope.of(delegate), delegate);
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Makes the client.
     *
     * @throws IllegalArgumentException if there is no table, two specs name one table, or the
     *     shared cache has another spec for one, another region or account, or other decorators
     *     below it
     */
    public CachingDynamoDbAsyncClient build() {
      return new CachingDynamoDbAsyncClient(this);
    }
  }
}
