package dev.evenkeel.core.internal.flow;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

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
