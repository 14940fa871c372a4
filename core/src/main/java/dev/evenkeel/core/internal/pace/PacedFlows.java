package dev.evenkeel.core.internal.pace;

import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.RequestRewriter;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace.Charge;
import dev.evenkeel.core.item.ReadWriteUnits;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Paces the requests of any flow: each request waits for its turn, and its actual cost is settled
 * with the answer. Read and write units count alike. Safe for flows that run at the same time.
 */
public final class PacedFlows {
  private final CapacityPace pace;
  private final LongSupplier nanos;

  private final RequestRewriter inTurn =
      new RequestRewriter() {
        @Override
        public <A> Flow<A> rewrite(Request<A> request) {
          if (!(request instanceof TableCall<?> call)) {
            return Flow.ask(request);
          }
          ReadWriteUnits least = LeastUnits.of(call.request());
          return as(inTurn(call.request(), least.read().asDouble() + least.write().asDouble()));
        }
      };

  /**
   * @param pace the allowance of all flows together
   * @param nanos a monotonic time
   */
  public PacedFlows(CapacityPace pace, LongSupplier nanos) {
    this.pace = pace;
    this.nanos = nanos;
  }

  /** The same flow at this pace. */
  public <T> Flow<T> paced(Flow<T> flow) {
    return inTurn.in(flow);
  }

  /**
   * Sends one request in its turn.
   *
   * @param estimatedUnits the expected cost, if known better than by its size
   * @param <R> the response that belongs to the request
   */
  public <R extends DynamoDbResponse> Flow<R> send(DynamoDbRequest request, double estimatedUnits) {
    return as(inTurn(request, estimatedUnits));
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

  @SuppressWarnings("unchecked") // the response is the one that belongs to the request
  private static <T> Flow<T> as(Flow<?> flow) {
    return (Flow<T>) flow;
  }
}
