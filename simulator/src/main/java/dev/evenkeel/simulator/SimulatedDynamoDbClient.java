package dev.evenkeel.simulator;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.simulator.internal.plan.client.SimulationPlanner;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** Offers requests to simulated partitions before or after sending them. */
final class SimulatedDynamoDbClient extends DelegatingDynamoDbClient {
  private final SimulationPlanner planner;
  private final SyncRunner runner = SyncRunner.create();
  private final Deadline.Timeouts timeouts;
  private final Sender<Object> sender;

  SimulatedDynamoDbClient(DynamoDbClient delegate, SimulationPlanner planner) {
    super(delegate);
    this.planner = planner;
    this.timeouts = Deadline.Timeouts.of(delegate::serviceClientConfiguration);
    this.sender = Sender.sync(delegate, Sender.nothingElse());
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    Flow<R> flow = planner.plan(request);
    return flow == null ? operation.apply(request) : runner.run(flow, sender, timeouts.of(request));
  }
}
