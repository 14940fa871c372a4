package dev.evenkeel.core.internal.flow;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A source of concurrent flows, which it returns on demand: for loops over many requests whose
 * answers decide the next ones. It holds the state of one run.
 *
 * <p>It is polled until it returns null, at the beginning and after the end of each flow. Each flow
 * reports its result to the source in its last step. The whole ends when nothing runs and the
 * source returns null, or when the source is over. An unrecovered failure of a flow fails the whole
 * at once. Running flows are then cancelled and their results ignored.
 *
 * <p>Calls never overlap, and each sees the effects of the one before; they may come from different
 * threads. An exception of a method fails the whole.
 *
 * @param <T> the result of the whole
 */
public interface FlowSource<T> {

  /** The next flow to begin now; null if none is, until one of those begun has ended. */
  @Nullable Flow<?> next();

  /** Whether the whole ends now, even with running flows. */
  default boolean isOver() {
    return false;
  }

  /** The result of the whole. Called once, after everything else. */
  Flow<T> end();

  /** The flows of a list, so many at a time. */
  final class ListSource<T> implements FlowSource<List<T>> {
    private final List<Flow<T>> flows;
    private final int widthMax;
    private final boolean failsFast;
    private final T[] results;
    private int begun;
    private int ended;
    private @Nullable Throwable failure;

    @SuppressWarnings("unchecked") // only the list of results refers to the array
    private ListSource(List<Flow<T>> flows, int widthMax, boolean failsFast) {
      this.flows = flows;
      this.widthMax = widthMax;
      this.failsFast = failsFast;
      this.results = (T[]) new Object[flows.size()];
    }

    static <T> Flow<List<T>> flow(List<Flow<T>> flows, int widthMax, boolean failsFast) {
      if (widthMax < 1) {
        throw new IllegalArgumentException("widthMax must be at least 1 but is " + widthMax);
      }
      List<Flow<T>> copy = List.copyOf(flows);
      return Flow.from(() -> new ListSource<>(copy, widthMax, failsFast));
    }

    @Override
    public @Nullable Flow<?> next() {
      if (failure != null || begun - ended == widthMax || begun == flows.size()) {
        return null;
      }
      int place = begun++;
      Flow<Done> flow = flows.get(place).map(result -> succeeded(place, result));
      return failsFast ? flow : flow.recover(this::failed);
    }

    private Done succeeded(int place, T result) {
      ended++;
      results[place] = result;
      return Done.DONE;
    }

    private Flow<Done> failed(Throwable cause) {
      ended++;
      if (failure == null) {
        failure = cause;
      } else if (failure != cause) {
        failure.addSuppressed(cause);
      }
      return Flow.done();
    }

    @Override
    public Flow<List<T>> end() {
      return failure == null
          ? Flow.of(Collections.unmodifiableList(Arrays.asList(results)))
          : Flow.failed(failure);
    }
  }
}
