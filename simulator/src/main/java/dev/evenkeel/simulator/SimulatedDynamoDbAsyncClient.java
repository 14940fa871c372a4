package dev.evenkeel.simulator;

import dev.evenkeel.core.client.CallTimeouts;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.FlowCalls;
import dev.evenkeel.core.internal.flow.AsyncDriver;
import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowMachine;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.simulator.internal.plan.client.SimulationPlanner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The asynchronous twin of {@link SimulatedDynamoDbClient}: the same flows, without blocking. */
final class SimulatedDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient {
  private final SimulationPlanner planner;
  private final AsyncDriver driver = AsyncDriver.create();
  private final CallTimeouts timeouts;
  private final Calls<Request<?>, CompletableFuture<Object>, Object> calls;

  SimulatedDynamoDbAsyncClient(DynamoDbAsyncClient delegate, SimulationPlanner planner) {
    super(delegate);
    this.planner = planner;
    this.timeouts = CallTimeouts.of(delegate::serviceClientConfiguration);
    this.calls = FlowCalls.async(delegate, FlowCalls.nothingElse());
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
    return flow == null
        ? operation.apply(request)
        : driver.run(FlowMachine.of(flow), calls, Deadline.in(timeouts.of(request)));
  }
}
