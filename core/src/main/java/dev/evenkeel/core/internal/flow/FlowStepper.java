package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow step by step, without a thread or a client: for explanations, and for tests, which
 * choose answers and their order and may stop after any request.
 *
 * @param <R> the flow's result
 */
public final class FlowStepper<R> {
  private final FlowInterpreter<R> flow;
  private final Map<Integer, FlowFrame> unanswered = new HashMap<>();

  private FlowStepper(Flow<R> flow, Interceptor interceptor) {
    this.flow = new FlowInterpreter<>(flow, interceptor);
  }

  /** Begins a flow. */
  public static <R> FlowStepper<R> of(Flow<R> flow) {
    return of(flow, Interceptor.NONE);
  }

  /** Begins a flow whose requests an interceptor sees. */
  public static <R> FlowStepper<R> of(Flow<R> flow, Interceptor interceptor) {
    return new FlowStepper<>(flow, interceptor);
  }

  /**
   * A request of the flow.
   *
   * @param ticket identifies the request; 1 for the first, 2 for the next
   */
  public record Ask(int ticket, Request<?> request) {}

  /** The next request; null if there is none before another is answered. */
  public @Nullable Ask next() {
    FlowFrame frame = flow.next();
    if (frame == null) {
      return null;
    }
    unanswered.put(frame.ticket(), frame);
    return new Ask(frame.ticket(), frame.request());
  }

  /** The next requests, until there is none before another is answered. */
  public List<Ask> asks() {
    List<Ask> asks = new ArrayList<>();
    for (Ask ask = next(); ask != null; ask = next()) {
      asks.add(ask);
    }
    return asks;
  }

  /** Answers a request. */
  public void answer(int ticket, Object answer) {
    flow.settle(Outcome.of(frame(ticket), answer, null));
  }

  /** Fails a request. */
  public void fail(int ticket, Throwable cause) {
    flow.settle(Outcome.of(frame(ticket), null, cause));
  }

  private FlowFrame frame(int ticket) {
    return requireNonNull(unanswered.remove(ticket), "no ask with this ticket is open");
  }

  /** Whether the flow has ended, when it has no further request. */
  public boolean isOver() {
    return flow.isOver();
  }

  /** The flow's failure; null if it did not fail. */
  public @Nullable Throwable failure() {
    return flow.failure();
  }

  /** The flow's result. */
  public R result() {
    return flow.result();
  }
}
