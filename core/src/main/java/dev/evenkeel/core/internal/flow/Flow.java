package dev.evenkeel.core.internal.flow;

import dev.evenkeel.core.internal.flow.FlowSource.ListSource;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * A computation over sub-requests, as a value: it defines the requests and how their answers are
 * used, and does nothing until a {@link SyncRunner} or an {@link AsyncRunner} runs it. So each step
 * can be read, tested and stopped separately.
 *
 * <p>A flow may be run any number of times, as long as the functions it is made of allow that.
 * However many steps follow one another, nested to either side, the stack does not grow. An
 * exception of a function fails the flow at that step. Results are never null; a result without a
 * value is {@link Done}.
 *
 * @param <T> the result
 */
public sealed interface Flow<T> {

  /** Ends at once with a result. */
  record Value<T>(T value) implements Flow<T> {}

  /** Fails at once. */
  record Failed<T>(Throwable cause) implements Flow<T> {}

  /** Sends a request, and ends with the answer. */
  record Ask<T>(Request<T> request) implements Flow<T> {}

  /** Is created when it is reached. */
  record Deferred<T>(Supplier<Flow<T>> flow) implements Flow<T> {}

  /** Continues with the result of another flow. */
  record Then<S, T>(Flow<S> first, Function<S, Flow<T>> next) implements Flow<T> {}

  /** Ends with what the result of another flow is mapped to. */
  record Mapped<S, T>(Flow<S> first, Function<S, T> mapping) implements Flow<T> {}

  /** Continues if another flow fails. */
  record Recovered<T>(Flow<T> first, Function<Throwable, Flow<T>> recovery) implements Flow<T> {}

  /** A flow whose failures name it in their stack traces. */
  record Named<T>(Flow<T> first, Class<?> owner, String step) implements Flow<T> {}

  /** Several side by side. */
  record All<T>(Supplier<? extends FlowSource<T>> source) implements Flow<T> {}

  static <T> Flow<T> of(T value) {
    return new Value<>(value);
  }

  static Flow<Done> done() {
    return new Value<>(Done.DONE);
  }

  static <T> Flow<T> failed(Throwable cause) {
    return new Failed<>(cause);
  }

  static <A> Flow<A> ask(Request<A> request) {
    return new Ask<>(request);
  }

  /** A flow that is created when it is reached: for large flows and loops. */
  static <T> Flow<T> defer(Supplier<Flow<T>> flow) {
    return new Deferred<>(flow);
  }

  /** Runs side by side what a source gives, which is made when the flow is reached. */
  static <T> Flow<T> from(Supplier<? extends FlowSource<T>> source) {
    return new All<>(source);
  }

  /**
   * Runs flows side by side and ends with their results in the order of the list. If one fails, no
   * other is begun; those begun are awaited, so that they have no later effect, and further
   * failures are suppressed in the first one. For writes.
   *
   * @param widthMax how many at a time; at least 1
   */
  static <T> Flow<List<T>> awaitAll(List<Flow<T>> flows, int widthMax) {
    return ListSource.flow(flows, widthMax, false);
  }

  /** Runs all flows side by side, as {@link #awaitAll(List, int)} does. */
  static <T> Flow<List<T>> awaitAll(List<Flow<T>> flows) {
    return awaitAll(flows, Math.max(1, flows.size()));
  }

  /**
   * Does something with each of these, as {@link #awaitAll(List, int)} does with a list of flows.
   */
  static <A> Flow<Done> each(Collection<A> all, int widthMax, Function<A, Flow<Done>> action) {
    return awaitAll(all.stream().map(one -> Flow.defer(() -> action.apply(one))).toList(), widthMax)
        .map(done -> Done.DONE);
  }

  /** Runs two flows side by side, as {@link #awaitAll(List)} does, and continues with both. */
  @SuppressWarnings("unchecked") // the results are in the order of the list
  static <A, B, R> Flow<R> both(Flow<A> one, Flow<B> other, BiFunction<A, B, Flow<R>> next) {
    return awaitAll(List.of((Flow<Object>) one, (Flow<Object>) other))
        .then(both -> next.apply((A) both.get(0), (B) both.get(1)));
  }

  /**
   * Runs flows side by side, as {@link #awaitAll(List, int)} does, but does not wait for the others
   * if one fails: they are cancelled and their results ignored. For reads.
   *
   * @param widthMax how many at a time; at least 1
   */
  static <T> Flow<List<T>> failFast(List<Flow<T>> flows, int widthMax) {
    return ListSource.flow(flows, widthMax, true);
  }

  /** Runs all flows side by side, as {@link #failFast(List, int)} does. */
  static <T> Flow<List<T>> failFast(List<Flow<T>> flows) {
    return failFast(flows, Math.max(1, flows.size()));
  }

  /** Continues with the result. */
  default <R> Flow<R> then(Function<T, Flow<R>> next) {
    return new Then<>(this, next);
  }

  /** Continues whatever the result. */
  default <R> Flow<R> then(Flow<R> next) {
    return new Then<>(this, result -> next);
  }

  default <R> Flow<R> map(Function<T, R> mapping) {
    return new Mapped<>(this, mapping);
  }

  /** Continues if this flow fails at any step. The recovery may fail again. */
  default Flow<T> recover(Function<Throwable, Flow<T>> recovery) {
    return new Recovered<>(this, recovery);
  }

  /** Continues if this flow fails at any step with one of these failures; others stay. */
  default Flow<T> recover(Predicate<Throwable> which, Function<Throwable, Flow<T>> recovery) {
    return recover(failure -> which.test(failure) ? recovery.apply(failure) : failed(failure));
  }

  /** Continues if this flow fails at any step with a failure of this class; others stay. */
  default <E extends Throwable> Flow<T> recover(Class<E> kind, Function<E, Flow<T>> recovery) {
    return recover(
        failure -> kind.isInstance(failure) ? recovery.apply(kind.cast(failure)) : failed(failure));
  }

  /** Fails with another failure. */
  default Flow<T> mapFailure(UnaryOperator<Throwable> mapping) {
    return new Recovered<>(this, failure -> new Failed<>(mapping.apply(failure)));
  }

  /** Does something with the result, and ends with it. */
  default Flow<T> atResult(Consumer<? super T> action) {
    return map(
        result -> {
          action.accept(result);
          return result;
        });
  }

  /** Does something when this flow has ended, with a result or a failure. */
  default Flow<T> atEnd(Runnable action) {
    return atResult(result -> action.run())
        .mapFailure(
            failure -> {
              action.run();
              return failure;
            });
  }

  /**
   * Names this flow: the stack trace of a failure that comes out of it shows the name, since the
   * thread that met the failure knows nothing of the flow.
   *
   * @param owner the class in which to look
   */
  default Flow<T> step(Class<?> owner, String step) {
    return new Named<>(this, owner, step);
  }
}
