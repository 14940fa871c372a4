package dev.evenkeel.simulator;

import dev.evenkeel.core.client.CallTimeouts;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.FlowCalls;
import dev.evenkeel.core.internal.flow.Calls;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowMachine;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.SyncDriver;
import dev.evenkeel.simulator.internal.plan.client.SimulationPlanner;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Asks simulated partitions before, or after, it asks the client behind. */
final class SimulatedDynamoDbClient extends DelegatingDynamoDbClient {
  private final SimulationPlanner planner;
  private final SyncDriver driver = SyncDriver.create();
  private final CallTimeouts timeouts;
  private final Calls<Request<?>, Object, Object> calls;

  SimulatedDynamoDbClient(DynamoDbClient delegate, SimulationPlanner planner) {
    super(delegate);
    this.planner = planner;
    this.timeouts = CallTimeouts.of(delegate::serviceClientConfiguration);
    this.calls = FlowCalls.sync(delegate, FlowCalls.nothingElse());
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    Flow<R> flow = planner.plan(request);
    return flow == null
        ? operation.apply(request)
        : driver.run(FlowMachine.of(flow), calls, Deadline.in(timeouts.of(request)));
  }
}
