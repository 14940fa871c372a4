package dev.evenkeel.core.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.operation.Operation;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * All operations of a decorator: those with a plan, found by the class of a request, and those that
 * are passed through or refused whatever they say.
 *
 * @param <T> the type of the plans' context
 */
public final class OperationPlans<T> {
  private final Map<Class<?>, OperationPlan<T, ?, ?>> plans = new HashMap<>();
  private final OperationTable table;

  /**
   * @param plans one per operation
   * @param others decides the operations that have no plan; use {@link #without} for groups
   * @throws IllegalStateException if an operation is decided twice, or not at all
   */
  public OperationPlans(
      List<? extends OperationPlan<T, ?, ?>> plans, OperationTable.Builder others) {
    for (OperationPlan<T, ?, ?> plan : plans) {
      this.plans.put(plan.requestType(), plan);
      describe(plan, others);
    }
    this.table = others.build();
  }

  private static void describe(OperationPlan<?, ?, ?> plan, OperationTable.Builder table) {
    switch (plan.disposition()) {
      case PASS_THROUGH -> table.passThrough(plan.summary(), plan.operation());
      case REWRITE -> table.rewrite(plan.summary(), plan.operation());
      case FAN_OUT -> table.fanOut(plan.summary(), plan.operation());
      case REFUSE ->
          throw new IllegalArgumentException(
              "%s is refused and has a plan: leave the plan out".formatted(plan.operation()));
    }
  }

  /** The operations of a group that have no plan. */
  public static Operation[] without(
      List<? extends OperationPlan<?, ?, ?>> plans, Operation... group) {
    return Arrays.stream(group)
        .filter(operation -> plans.stream().noneMatch(plan -> plan.operation() == operation))
        .toArray(Operation[]::new);
  }

  /** The behavior for each operation. */
  public OperationTable table() {
    return table;
  }

  /**
   * The plan of the operation that a request belongs to; null if it has none of this kind.
   *
   * @param <P> the kind, which takes the request
   */
  @SuppressWarnings("unchecked") // a plan is found by the class of its requests
  public <P extends OperationPlan<T, DynamoDbRequest, ?>> @Nullable P find(
      Class<? super P> kind, DynamoDbRequest request) {
    OperationPlan<T, ?, ?> plan = plans.get(request.getClass());
    return kind.isInstance(plan) ? (P) plan : null;
  }

  /**
   * Plans a request, where all plans are flows. A request without a plan is sent as it is, or
   * refused.
   *
   * @param managed the decorator's tables, to tell whether a refusal concerns any
   * @param <R> the response type that belongs to the request
   * @return null if the request is to be sent as it is
   * @throws dev.evenkeel.core.DecoratorException if it cannot be honoured; nothing was sent
   */
  public <R> @Nullable Flow<R> plan(T tables, ManagedTables<?> managed, DynamoDbRequest request) {
    OperationPlan<T, DynamoDbRequest, Flow<R>> plan = find(OperationPlan.class, request);
    if (plan != null) {
      Flow<R> flow = plan.plan(tables, request);
      return flow == null ? null : plan.named(flow);
    }
    table.refuseOn(managed, request);
    return null;
  }
}
