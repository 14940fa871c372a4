package dev.evenkeel.core.pace;

import dev.evenkeel.core.explain.LeastUnits;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.item.ReadWriteUnits;
import dev.evenkeel.core.pace.CapacityPace.Charge;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Lets flows send to DynamoDB no faster than a pace allows, whoever wrote them: each request waits
 * for its turn, and what it cost is settled when it is answered. Read and write units count alike.
 * Safe for flows that run at the same time.
 */
public final class PacedFlows {
  private final CapacityPace pace;
  private final LongSupplier nanos;

  /**
   * @param pace what is allowed, all flows together
   * @param nanos a monotonic time
   */
  public PacedFlows(CapacityPace pace, LongSupplier nanos) {
    this.pace = pace;
    this.nanos = nanos;
  }

  /** The same flow at this pace. */
  public <T> Flow<T> paced(Flow<T> flow) {
    return as(any(flow));
  }

  /**
   * Sends one request in its turn.
   *
   * @param estimatedUnits what it is expected to cost, by whoever knows better than its size tells
   * @param <R> the response that belongs to the request
   */
  public <R extends DynamoDbResponse> Flow<R> send(DynamoDbRequest request, double estimatedUnits) {
    return as(inTurn(request, estimatedUnits));
  }

  private Flow<?> any(Flow<?> flow) {
    if (flow instanceof Flow.Ask<?> ask && ask.request() instanceof TableCall<?> call) {
      ReadWriteUnits least = LeastUnits.of(call.request());
      return inTurn(call.request(), least.read().asDouble() + least.write().asDouble());
    } else if (flow instanceof Flow.Deferred<?> deferred) {
      return Flow.defer(() -> as(any(deferred.flow().get())));
    } else if (flow instanceof Flow.Then<?, ?> then) {
      return goingOn(then);
    } else if (flow instanceof Flow.Recovered<?> recovered) {
      return recovering(recovered);
    }
    return flow instanceof Flow.All<?> all ? sideBySide(all) : flow;
  }

  private <S, T> Flow<T> goingOn(Flow.Then<S, T> then) {
    Function<S, Flow<T>> next = result -> paced(then.next().apply(result));
    return new Flow.Then<>(paced(then.first()), next);
  }

  private <T> Flow<T> recovering(Flow.Recovered<T> recovered) {
    Function<Throwable, Flow<T>> recovery = failure -> paced(recovered.recovery().apply(failure));
    return new Flow.Recovered<>(paced(recovered.first()), recovery);
  }

  private <T> Flow<List<T>> sideBySide(Flow.All<T> all) {
    List<Flow<T>> flows = new ArrayList<>();
    all.flows().forEach(flow -> flows.add(paced(flow)));
    return new Flow.All<>(flows, all.widthMax(), all.failsFast());
  }

  private Flow<DynamoDbResponse> inTurn(DynamoDbRequest request, double estimatedUnits) {
    return Flow.defer(
        () -> {
          Turn turn = turn(estimatedUnits);
          Charge charge = turn.charge();
          return charge == null
              ? Flow.ask(Pause.of(Duration.ofNanos(turn.waitNanos())))
                  .then(done -> inTurn(request, estimatedUnits))
              : sent(request, charge);
        });
  }

  private Flow<DynamoDbResponse> sent(DynamoDbRequest request, Charge charge) {
    return Flow.ask(new TableCall<>(Metering.metered(request)))
        .map(
            response -> {
              settle(charge, Metering.units(response));
              return response;
            })
        .recover(
            failure -> {
              settle(charge, 0);
              return Flow.failed(failure);
            });
  }

  /** A request's turn has come if it was charged, and else it has to wait. */
  private record Turn(long waitNanos, @Nullable Charge charge) {}

  private synchronized Turn turn(double estimatedUnits) {
    long waitNanos = pace.waitNanos(nanos.getAsLong());
    return waitNanos > 0 ? new Turn(waitNanos, null) : new Turn(0, pace.charge(estimatedUnits));
  }

  private synchronized void settle(Charge charge, double units) {
    pace.settle(charge, units);
  }

  @SuppressWarnings("unchecked") // a flow that is rebuilt of the same parts has the same result
  private static <T> Flow<T> as(Flow<?> flow) {
    return (Flow<T>) flow;
  }
}
