package dev.evenkeel.core.internal.flow;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * The plan of a decorator for one request.
 *
 * @param flow the flow of the call; run at most once
 * @param mayFollow what may be asked beyond the asks made so far, for a person to read: one clause
 *     each, without item values; none if nothing can follow. Asked while the flow waits for its
 *     first answers
 * @param servedAhead whether it begins with rows that an earlier call read ahead
 * @param <R> the response
 */
public record Plan<R>(Flow<R> flow, Supplier<List<String>> mayFollow, boolean servedAhead) {
  private static final Supplier<List<String>> NOTHING = List::of;

  /** A plan without requests after the first ones. */
  public static <R> Plan<R> of(Flow<R> flow) {
    return new Plan<>(flow, NOTHING, false);
  }

  /** A plan that names possible later requests. */
  public static <R> Plan<R> of(Flow<R> flow, List<String> mayFollow) {
    return new Plan<>(flow, () -> mayFollow, false);
  }

  /** The same plan for another response. */
  public <S> Plan<S> map(Function<R, S> mapping) {
    return new Plan<>(flow.map(mapping), mayFollow, servedAhead);
  }

  /** The same plan with something done around its flow. */
  public Plan<R> with(UnaryOperator<Flow<R>> around) {
    return new Plan<>(around.apply(flow), mayFollow, servedAhead);
  }
}
