package dev.evenkeel.core.internal.pace;

import dev.evenkeel.core.internal.explain.LeastUnits;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.RequestRewriter;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.pace.CapacityPace.Charge;
import dev.evenkeel.core.item.ReadWriteUnits;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;

/**
 * Paces the requests of any flow: each request waits for its turn, and its actual cost is settled
 * with the answer. Read and write units count alike. Safe for flows that run at the same time.
 *
 * <p>A request that waits when its pass has ended is not sent, and fails as a throttled one does:
 * its turn may be hours away.
 */
public final class PacedFlows {
  private static final Duration LOOK = Duration.ofSeconds(1);

  private final CapacityPace pace;
  private final LongSupplier nanos;
  private final Runnable look;
  private final BooleanSupplier isOver;
  private Use use = Use.NONE;

  private final RequestRewriter inTurn =
      new RequestRewriter() {
        @Override
        public <A> Flow<A> rewrite(Request<A> request) {
          if (!(request instanceof TableCall<?> call)) {
            return Flow.ask(request);
          }
          ReadWriteUnits least = LeastUnits.of(call.request());
          double units = least.read().asDouble() + least.write().asDouble();
          return whole(() -> Flow.ask(request), units);
        }
      };

  private static Flow<Boolean> never() {
    return Flow.of(false);
  }

  /**
   * @param pace the allowance of all flows together
   * @param nanos a monotonic time
   */
  public PacedFlows(CapacityPace pace, LongSupplier nanos) {
    this(pace, nanos, () -> {}, () -> false);
  }

  /**
   * @param look runs each time that a request asks whether its turn has come, which is every second
   *     at least while one waits: it may take the use and change the allowance
   * @param isOver whether no request waits any more; asked as often
   */
  public PacedFlows(CapacityPace pace, LongSupplier nanos, Runnable look, BooleanSupplier isOver) {
    this.pace = pace;
    this.nanos = nanos;
    this.look = look;
    this.isOver = isOver;
  }

  /**
   * What was used since it was asked for the last time.
   *
   * @param units that DynamoDB has reported
   * @param waited whether a request had to wait
   * @param throttled whether DynamoDB has refused a request, or a part of one, for its rate
   */
  public record Use(double units, boolean waited, boolean throttled) {
    /** Nothing. */
    public static final Use NONE = new Use(0, false, false);

    /** Both together. */
    public Use plus(Use other) {
      return new Use(units + other.units, waited || other.waited, throttled || other.throttled);
    }
  }

  /** Changes the allowance. */
  public synchronized void change(double unitsPerSecond) {
    pace.change(unitsPerSecond, nanos.getAsLong());
  }

  /** Takes what was used since the last time. */
  public synchronized Use takeUse() {
    Use taken = use;
    use = Use.NONE;
    return taken;
  }

  /** Notes that a request was refused for its rate, as far as its sender can tell. */
  public void throttled() {
    note(new Use(0, false, true));
  }

  private synchronized void note(Use more) {
    use = use.plus(more);
  }

  /**
   * Runs a flow in its turn, as one: when it begins none of its requests waits any more. For what
   * must not take long once it has begun.
   *
   * @param estimatedUnits the expected cost of all its requests
   */
  public <T> Flow<T> whole(Supplier<Flow<T>> flow, double estimatedUnits) {
    return whole(flow, estimatedUnits, PacedFlows::never);
  }

  /**
   * The same for a flow that does not begin late.
   *
   * @param ends whether it waits no more; asked every second while it waits
   */
  public <T> Flow<T> whole(
      Supplier<Flow<T>> flow, double estimatedUnits, Supplier<Flow<Boolean>> ends) {
    return Flow.defer(
        () -> {
          Turn turn = turn(estimatedUnits);
          Charge charge = turn.charge();
          if (charge == null) {
            return waited(turn, ends).then(done -> whole(flow, estimatedUnits, ends));
          }
          Spent spent = new Spent();
          return spent.in(flow.get()).atEnd(() -> settle(charge, spent.units));
        });
  }

  /** Sums up what the requests of one flow cost. */
  private final class Spent implements RequestRewriter {
    private double units;

    @Override
    public <A> Flow<A> rewrite(Request<A> request) {
      if (!(request instanceof TableCall<?> call)) {
        return Flow.ask(request);
      }
      return metered(call.request())
          .map(
              response -> {
                units += Metering.units(response);
                return TableCall.response(response);
              });
    }
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
    return send(request, estimatedUnits, PacedFlows::never);
  }

  /**
   * The same for a request that is not sent late.
   *
   * @param ends whether it waits no more; asked every second while it waits
   */
  public <R extends DynamoDbResponse> Flow<R> send(
      DynamoDbRequest request, double estimatedUnits, Supplier<Flow<Boolean>> ends) {
    return whole(() -> Flow.ask(new TableCall<>(request)), estimatedUnits, ends);
  }

  private Flow<Done> waited(Turn turn, Supplier<Flow<Boolean>> ends) {
    return (isOver.getAsBoolean() ? Flow.of(true) : ends.get())
        .then(over -> over ? Flow.failed(late()) : Flow.ask(turn.pause()));
  }

  private static Throwable late() {
    return ProvisionedThroughputExceededException.builder()
        .message("a request was still waiting for its turn when its pass stopped")
        .build();
  }

  private Flow<DynamoDbResponse> metered(DynamoDbRequest request) {
    return Flow.<DynamoDbResponse>ask(new TableCall<>(Metering.metered(request)))
        .atResult(response -> note(new Use(Metering.units(response), false, isPartial(response))))
        .recover(
            failure -> {
              note(new Use(0, false, Throttles.isThrottleOfAny(failure)));
              return Flow.failed(failure);
            });
  }

  /** Writes of a batch are left out by throttles only. */
  private static boolean isPartial(DynamoDbResponse response) {
    return response instanceof BatchWriteItemResponse batch
        && batch.hasUnprocessedItems()
        && !batch.unprocessedItems().isEmpty();
  }

  /** A request's turn has come if it was charged, and else it has to wait. */
  private record Turn(long waitNanos, @Nullable Charge charge) {

    /** It looks again after a while, since the pace may change and charges may be given back. */
    Pause pause() {
      return Pause.of(Duration.ofNanos(Math.min(waitNanos, LOOK.toNanos())));
    }
  }

  private synchronized Turn turn(double estimatedUnits) {
    look.run();
    long waitNanos = pace.waitNanos(nanos.getAsLong());
    if (waitNanos > 0) {
      note(new Use(0, true, false));
    }
    return waitNanos > 0 ? new Turn(waitNanos, null) : new Turn(0, pace.charge(estimatedUnits));
  }

  private synchronized void settle(Charge charge, double units) {
    pace.settle(charge, units);
  }
}
