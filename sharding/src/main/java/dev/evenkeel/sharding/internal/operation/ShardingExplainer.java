package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.explain.Explanation.FirstRound;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Plans a request, lets it ask until it waits for answers, and gives it none. */
public final class ShardingExplainer {
  private static final String DECORATOR = "sharding";

  private final ShardingPlanner planner;
  private final ShardingPlanner detached;
  private final int concurrency;

  /**
   * @param planner the client's own; its rows read ahead are inspected and not taken
   * @param concurrency how many sub-requests of fan-outs the client sends at once
   */
  public ShardingExplainer(ShardingPlanner planner, int concurrency) {
    this.planner = planner;
    this.detached = planner.detached();
    this.concurrency = concurrency;
  }

  public Explanation explain(DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    List<String> tables = RequestTables.of(request);
    List<DynamoDbRequest> asks = new ArrayList<>();
    Plan<DynamoDbResponse> plan;
    boolean waits;
    try {
      plan = detached.plan(request);
      waits = plan != null && asksAll(plan.flow(), asks);
    } catch (DecoratorException | DynamoDbException refusal) {
      return Explanation.refused(
          DECORATOR, operation, tables, (SdkException) ValidationErrors.thrown(refusal));
    }
    if (plan == null) {
      return passedThrough(operation, tables, request);
    }
    List<String> mayFollow = waits ? plan.mayFollow().get() : List.of();
    boolean single = asks.size() < 2 && mayFollow.isEmpty();
    ShardPlaces places = ShardPlaces.of(planner.tables().all(), asks);
    return new Explanation(
        DECORATOR,
        operation,
        tables,
        single ? Disposition.REWRITE : Disposition.FAN_OUT,
        null,
        new FirstRound(asks, Math.min(concurrency, asks.size()), places.lines()),
        mayFollow,
        notes(request, asks, places));
  }

  /**
   * Whether the flow waits for answers, rather than having finished without any. One that fails
   * without any has refused.
   */
  private static boolean asksAll(Flow<?> flow, List<DynamoDbRequest> asks) {
    FlowStepper<?> stepper = FlowStepper.of(flow);
    for (FlowStepper.Ask ask : stepper.asks()) {
      if (ask.request() instanceof TableCall<?> call) {
        asks.add(call.request());
      }
    }
    if (stepper.failure() instanceof SdkException refusal) {
      throw refusal;
    }
    return !stepper.isOver();
  }

  private Explanation passedThrough(
      Operation operation, List<String> tables, DynamoDbRequest request) {
    String why =
        planner.tables().all().namedBy(request)
            ? "the request is sent as it is: it concerns the table as a whole"
            : "the request is sent as it is: it names no sharded table";
    return new Explanation(
        DECORATOR,
        operation,
        tables,
        Disposition.PASS_THROUGH,
        null,
        new FirstRound(List.of(request), 1, List.of()),
        List.of(),
        List.of(why));
  }

  private List<String> notes(
      DynamoDbRequest request, List<DynamoDbRequest> asks, ShardPlaces places) {
    List<String> notes = new ArrayList<>();
    ShardingOperation<DynamoDbRequest, ?> operation = ShardingOperations.of(request);
    if (operation == null) {
      return notes;
    }
    if (places.putsDrawn()) {
      notes.add(operation.drawnPut(request));
    }
    if (places.addsDrawn()) {
      notes.add("the row that is added to is drawn for each call: this one is an example");
    }
    notes.addAll(operation.notes(planner.tables(), request, asks));
    return notes;
  }
}
