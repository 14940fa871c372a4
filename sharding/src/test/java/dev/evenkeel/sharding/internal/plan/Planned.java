package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.internal.flow.Machine;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Step;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.TableScope;
import dev.evenkeel.sharding.internal.plan.query.PlainTwins;
import dev.evenkeel.sharding.internal.plan.query.ReadAheads;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The plan of a request that becomes one sub-request, taken by hand through both its ends. */
public final class Planned<Q extends DynamoDbRequest, R extends DynamoDbResponse> {
  private final Machine<Request<?>, Object, R> machine;
  private final Q sent;

  @SuppressWarnings("unchecked") // a rewrite keeps the type of the request
  private Planned(Machine<Request<?>, Object, R> machine) {
    this.machine = machine;
    this.sent = (Q) ((TableCall<?>) ((Step.Ask<Request<?>, R>) machine.next()).request()).request();
  }

  public static <Q extends DynamoDbRequest, R extends DynamoDbResponse> Planned<Q, R> of(
      Q request, ShardingSpec... specs) {
    return new Planned<>(planner(specs).plan(request));
  }

  public static ShardingPlanner planner(ShardingSpec... specs) {
    return new ShardingPlanner(
        List.of(specs),
        List.of(),
        List.of(),
        new TableScope("us-east-1", "111122223333"),
        ReadAheads.NONE,
        PlainTwins.NONE);
  }

  /** What goes to DynamoDB. */
  public Q sent() {
    return sent;
  }

  public R answered(R physical) {
    machine.onAnswer(0, physical);
    return ((Step.Finish<Request<?>, R>) machine.next()).result();
  }

  public Throwable failed(Throwable physical) {
    machine.onFailure(0, physical);
    return ((Step.Fail<Request<?>, R>) machine.next()).cause();
  }
}
