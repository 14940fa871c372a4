package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Runs a flow by hand, without a thread or a client: for explanations, and for tests, which answer
 * what they like, in the order that they like, and stop after any ask.
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
   * What the flow asks.
   *
   * @param ticket tells the asks of the flow apart; 1 for the first, 2 for the next
   */
  public record Ask(int ticket, Request<?> request) {}

  /** The next ask; null if there is none before another is answered. */
  public @Nullable Ask next() {
    FlowFrame frame = flow.next();
    if (frame == null) {
      return null;
    }
    unanswered.put(frame.ticket(), frame);
    return new Ask(frame.ticket(), frame.request());
  }

  /** The next asks, until there is none before another is answered. */
  public List<Ask> asks() {
    List<Ask> asks = new ArrayList<>();
    for (Ask ask = next(); ask != null; ask = next()) {
      asks.add(ask);
    }
    return asks;
  }

  /** Answers an ask. */
  public void answer(int ticket, Object answer) {
    flow.settle(Outcome.of(frame(ticket), answer, null));
  }

  /** Has an ask fail. */
  public void fail(int ticket, Throwable cause) {
    flow.settle(Outcome.of(frame(ticket), null, cause));
  }

  private FlowFrame frame(int ticket) {
    return requireNonNull(unanswered.remove(ticket), "no ask with this ticket is open");
  }

  /** Whether the flow has ended, now that it asks nothing more. */
  public boolean isOver() {
    return flow.isOver();
  }

  /** What the flow failed with; null if it did not. */
  public @Nullable Throwable failure() {
    return flow.failure();
  }

  /** What the flow ended with. */
  public R result() {
    return flow.result();
  }
}
