package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.simulator.spec.ThrottleReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/** Decisions of the partitions as steps of a flow. */
record Decisions(Meter meter) {
  /** Sends a request as it is. */
  static <R extends DynamoDbResponse> Flow<R> send(DynamoDbRequest request) {
    return Flow.ask(new TableCall<>(request));
  }

  /**
   * Decides on the parts of a batch, or on a single request, each for itself. If none is accepted,
   * and there is nothing else in the batch, it fails, as DynamoDB does.
   *
   * @param orders for each part; null where it costs nothing that is simulated
   * @param next continues with the positions of the throttled parts
   */
  <R> Flow<R> sorted(List<@Nullable Order> orders, Function<List<Integer>, Flow<R>> next) {
    return Flow.defer(
        () -> {
          List<@Nullable ThrottleReason> reasons = meter.offer(orders, false);
          List<Integer> throttled = new ArrayList<>();
          for (int i = 0; i < reasons.size(); i++) {
            if (reasons.get(i) != null) {
              throttled.add(i);
            }
          }
          return throttled.isEmpty() || throttled.size() < orders.size()
              ? next.apply(throttled)
              : Flow.failed(ThrottleFailures.of(orders, reasons));
        });
  }

  /** Continues if all actions of a transaction are accepted, and cancels it otherwise. */
  <R> Flow<R> together(List<@Nullable Order> orders, Supplier<Flow<R>> next) {
    return Flow.defer(
        () -> {
          List<@Nullable ThrottleReason> reasons = meter.offer(orders, true);
          return reasons.stream().anyMatch(Objects::nonNull)
              ? Flow.failed(ThrottleFailures.canceled(orders, reasons))
              : next.get();
        });
  }
}
