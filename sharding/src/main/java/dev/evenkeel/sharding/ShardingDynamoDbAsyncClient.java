package dev.evenkeel.sharding;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.sharding.internal.heat.HeatWatch;
import dev.evenkeel.sharding.internal.operation.ShardingExplainer;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import dev.evenkeel.sharding.internal.shell.HeatKeepers;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The asynchronous counterpart of {@link ShardingDynamoDbClient}: the same plans, the same
 * guarantees, run by a runner that never blocks a thread.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#sharding-async -->
 *
 * <pre>{@code
 * DynamoDbAsyncClient client = ShardingDynamoDbAsyncClient.builder(plain).table(hits).build();
 * CompletableFuture<?> stored = client.putItem(put -> put.tableName("hits").item(hit));
 * }</pre>
 *
 * <p>Refusals arrive as failed futures. Cancelling the returned future cancels the sub-requests
 * under way. Futures complete on the delegate's completion threads.
 */
public final class ShardingDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient
    implements Stacked {
  private final ShardingPlanner planner;
  private final AsyncRunner runner;
  private final Sender<CompletableFuture<?>> sender;
  private final Deadline.Timeouts timeouts;
  private final ObservedCalls observed;
  private final ShardingExplainer explainer;
  private final @Nullable HeatWatch heat;

  private ShardingDynamoDbAsyncClient(Builder builder) {
    super(builder.placed(builder.delegate), builder.ownership());
    this.planner = builder.planner(builder.delegate);
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.runner = AsyncRunner.create(builder.concurrency(), builder.threads());
    this.sender = Sender.async(builder.delegate, Sender.nothingElse()).with(planner.failures());
    this.observed = builder.observed();
    this.explainer = new ShardingExplainer(planner, builder.concurrency());
    this.heat = builder.heatWatch(HeatKeepers.blocking(builder.delegate), observed);
  }

  @Override
  public StackLayer layer() {
    return StackLayer.SHARDING;
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbAsyncClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    Plan<R> plan;
    try {
      plan = planner.plan(request);
    } catch (RuntimeException refusal) {
      return CompletableFuture.failedFuture(observed.unplanned(request, refusal));
    }
    return plan == null
        ? operation.apply(request)
        : observed.run(
            runner,
            request,
            heat == null ? plan : heat.watched(request, plan),
            sender,
            timeouts.of(request));
  }

  /**
   * Explains how this client would handle {@code request} and its least cost, without sending
   * anything: the sub-requests of the first round, what may follow, or why the request is refused.
   * Uses no rows that were read ahead and records no write.
   *
   * <p>Where the shard is drawn, an explanation draws one too: an example. A rotating selector
   * moves on by that.
   *
   * @throws dev.evenkeel.core.DecoratorException if the operation is newer than this Evenkeel
   */
  public Explanation explain(DynamoDbRequest request) {
    return explainer.explain(request);
  }

  /** Collects a {@link ShardingDynamoDbAsyncClient}. */
  public static final class Builder extends ShardingClientBuilder<Builder> {
    private final DynamoDbAsyncClient delegate;

    private Builder(DynamoDbAsyncClient delegate) {
      super(TableScope.of(delegate), delegate::serviceClientConfiguration);
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
     *     delegate is a decorator that has to be outside of this one
     */
    public ShardingDynamoDbAsyncClient build() {
      return new ShardingDynamoDbAsyncClient(this);
    }
  }
}
