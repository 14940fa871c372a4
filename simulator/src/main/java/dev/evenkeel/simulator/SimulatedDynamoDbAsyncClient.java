package dev.evenkeel.simulator;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.simulator.internal.plan.client.SimulationPlanner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The asynchronous counterpart of {@link SimulatedDynamoDbClient}: the same flows, without
 * blocking.
 */
final class SimulatedDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient {
  private final SimulationPlanner planner;
  private final AsyncRunner runner = AsyncRunner.create();
  private final Deadline.Timeouts timeouts;
  private final Sender<CompletableFuture<?>> sender;

  SimulatedDynamoDbAsyncClient(DynamoDbAsyncClient delegate, SimulationPlanner planner) {
    super(delegate);
    this.planner = planner;
    this.timeouts = Deadline.Timeouts.of(delegate::serviceClientConfiguration);
    this.sender = Sender.async(delegate, Sender.nothingElse());
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    Flow<R> flow;
    try {
      flow = planner.plan(request);
    } catch (RuntimeException refusal) {
      return CompletableFuture.failedFuture(refusal);
    }
    return flow == null ? operation.apply(request) : runner.run(flow, sender, timeouts.of(request));
  }
}
