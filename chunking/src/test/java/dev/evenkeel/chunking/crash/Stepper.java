package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.ReadMemory;
import dev.evenkeel.core.internal.flow.Compute;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.FlowStepper;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * Runs a flow one sub-request after the other, in the order in which they are asked, and counts
 * them. Between two of them anything may happen. Pauses, computations and memory are no
 * sub-requests.
 */
final class Stepper<T> {
  private final FlowStepper<T> flow;
  private final Function<Request<?>, Object> calls;
  private final Deque<FlowStepper.Ask> open = new ArrayDeque<>();
  private int ended;
  private @Nullable T result;
  private @Nullable Throwable failure;

  Stepper(Flow<T> flow, Function<Request<?>, Object> calls) {
    this.flow = FlowStepper.of(flow);
    this.calls = calls;
    advance();
  }

  private void advance() {
    while (!isOver()) {
      open.addAll(flow.asks());
      if (flow.isOver()) {
        failure = flow.failure();
        result = failure == null ? flow.result() : null;
      } else if (open.element().request() instanceof Pause
          || open.element().request() instanceof ReadMemory) {
        flow.answer(open.remove().ticket(), Done.DONE);
      } else if (open.element().request() instanceof Compute<?> compute) {
        compute(open.remove().ticket(), compute);
      } else {
        return;
      }
    }
  }

  private void compute(int ticket, Compute<?> compute) {
    Object answer;
    try {
      answer = compute.computation().get();
    } catch (RuntimeException e) {
      flow.fail(ticket, e);
      return;
    }
    flow.answer(ticket, answer);
  }

  boolean isOver() {
    return result != null || failure != null;
  }

  /** The number of sub-requests that have ended. */
  int ended() {
    return ended;
  }

  @Nullable T result() {
    return result;
  }

  @Nullable Throwable failure() {
    return failure;
  }

  /** The sub-request that is next to be applied. */
  Request<?> next() {
    return open.element().request();
  }

  /** Applies the next sub-request, and passes its result to the flow. */
  void apply() {
    FlowStepper.Ask ask = open.remove();
    apply(ask, ask.request());
  }

  /**
   * Applies the next sub-request as the SDK does when an answer is lost: twice, and transactions
   * with one token.
   */
  void applyTwice() {
    FlowStepper.Ask ask = open.remove();
    Request<?> request =
        ask.request() instanceof TableCall<?> call
                && call.request() instanceof TransactWriteItemsRequest transaction
            ? new TableCall<>(
                transaction.toBuilder().clientRequestToken(UUID.randomUUID().toString()).build())
            : ask.request();
    sendOnly(request);
    apply(ask, request);
  }

  private void apply(FlowStepper.Ask ask, Request<?> request) {
    try {
      Object answer = calls.apply(request);
      flow.answer(ask.ticket(), answer);
    } catch (RuntimeException e) {
      flow.fail(ask.ticket(), e);
    }
    ended++;
    advance();
  }

  /** Fails the next sub-request in the flow, whether or not it was applied. */
  void fail(Throwable cause) {
    flow.fail(open.remove().ticket(), cause);
    ended++;
    advance();
  }

  /** Applies the next sub-request and loses its answer. */
  void applyAndFail(Throwable cause) {
    sendOnly(next());
    fail(cause);
  }

  /** Applies what was asked together with the next sub-request, and not this one. */
  void applyOthers() {
    open.stream()
        .skip(1)
        .map(FlowStepper.Ask::request)
        .filter(request -> !(request instanceof Pause || request instanceof Compute<?>))
        .forEach(this::sendOnly);
  }

  /** Sends a request and drops its answer. */
  void sendOnly(Request<?> request) {
    try {
      Object unused = calls.apply(request);
    } catch (RuntimeException e) {
      // the answer is dropped in any case
    }
  }

  /** Runs on until as many sub-requests have ended, or the flow has. */
  void run(int until) {
    while (!isOver() && ended < until) {
      apply();
    }
  }

  /** Runs to the end. */
  Stepper<T> toEnd() {
    run(Integer.MAX_VALUE);
    return this;
  }

  /** Runs a flow that must not fail. */
  static <T> T run(Flow<T> flow, Function<Request<?>, Object> calls) {
    Stepper<T> stepper = new Stepper<>(flow, calls).toEnd();
    if (stepper.failure != null) {
      throw new IllegalStateException("a flow that nothing happened to failed", stepper.failure);
    }
    return requireNonNull(stepper.result);
  }
}
