package dev.evenkeel.core.internal.flow;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Flows that run side by side, given one by one as they are wanted: for loops over many requests,
 * of which the answers decide what is asked next. It holds the state of one run.
 *
 * <p>It is asked for flows until it gives none, at the beginning and whenever one of them has
 * ended. What a flow brings, the flow itself tells the source, by its last step. The whole ends
 * when nothing runs and the source gives nothing, or when the source says that it is over. A
 * failure that a flow does not recover from is one of the whole, at once. What still runs then is
 * cancelled, and heard by nobody.
 *
 * <p>Calls never overlap, and each sees the effects of the one before; they may come from different
 * threads. What a method throws is the failure of the whole.
 *
 * @param <T> the result of the whole
 */
public interface FlowSource<T> {

  /** The next flow to begin now; null if none is, until one of those begun has ended. */
  @Nullable Flow<?> next();

  /** Whether the whole ends now, whatever still runs. */
  default boolean isOver() {
    return false;
  }

  /** What the whole ends with. Called once, after everything else. */
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

    @SuppressWarnings("unchecked") // the array is seen by nobody but the list of results
    ListSource(List<Flow<T>> flows, int widthMax, boolean failsFast) {
      this.flows = flows;
      this.widthMax = widthMax;
      this.failsFast = failsFast;
      this.results = (T[]) new Object[flows.size()];
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
