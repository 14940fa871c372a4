package dev.evenkeel.sharding.internal.operation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.sharding.internal.query.ReadAheads;
import dev.evenkeel.sharding.internal.query.UnshardedItems;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** The plan of a request that becomes one sub-request, taken by hand through both its ends. */
public final class Planned<Q extends DynamoDbRequest, R extends DynamoDbResponse> {
  private final FlowStepper<R> stepper;
  private final int ticket;
  private final Q sent;

  @SuppressWarnings("unchecked") // a rewrite keeps the type of the request
  private Planned(FlowStepper<R> stepper) {
    this.stepper = stepper;
    FlowStepper.Ask ask = Objects.requireNonNull(stepper.next());
    this.ticket = ask.ticket();
    this.sent = (Q) ((TableCall<?>) ask.request()).request();
  }

  public static <Q extends DynamoDbRequest, R extends DynamoDbResponse> Planned<Q, R> of(
      Q request, ShardingSpec... specs) {
    ShardingPlanner planner = planner(specs);
    Plan<R> plan = Objects.requireNonNull(planner.plan(request));
    return new Planned<>(FlowStepper.of(plan.flow(), planner.failures()));
  }

  public static ShardingPlanner planner(ShardingSpec... specs) {
    return new ShardingPlanner(
        List.of(specs),
        List.of(),
        List.of(),
        new TableScope("us-east-1", "111122223333"),
        ReadAheads.NONE,
        UnshardedItems.NONE);
  }

  /** The request to DynamoDB. */
  public Q sent() {
    return sent;
  }

  public R answered(R physical) {
    stepper.answer(ticket, physical);
    assertThat(stepper.next()).isNull();
    return stepper.result();
  }

  public Throwable failed(Throwable physical) {
    stepper.fail(ticket, physical);
    assertThat(stepper.next()).isNull();
    return Objects.requireNonNull(stepper.failure());
  }
}
