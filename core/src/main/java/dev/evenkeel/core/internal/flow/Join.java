package dev.evenkeel.core.internal.flow;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Flows side by side: which are to be begun, what came of them, and who waits for them. */
final class Join {
  private final Strand waiting;
  private final List<? extends Flow<?>> flows;
  private final int widthMax;
  private final boolean failsFast;
  private final @Nullable Object[] results;
  private int begun;
  private int running;
  private @Nullable Throwable failure;

  Join(Strand waiting, Flow.All<?> all) {
    this.waiting = waiting;
    this.flows = all.flows();
    this.widthMax = all.widthMax();
    this.failsFast = all.failsFast();
    this.results = new Object[flows.size()];
  }

  /** The next strand that may run now, or null. */
  @Nullable Strand begin() {
    if (failure != null || running == widthMax || begun == flows.size()) {
      return null;
    }
    running++;
    return new Strand(flows.get(begun), this, begun++);
  }

  void ended(int place, Flow<?> end) {
    running--;
    if (end instanceof Flow.Failed<?> failed) {
      failed(failed.cause());
    } else {
      results[place] = ((Flow.Value<?>) end).value();
    }
  }

  private void failed(Throwable cause) {
    if (failure == null) {
      failure = cause;
    } else if (failure != cause) {
      failure.addSuppressed(cause);
    }
  }

  /** Whether nothing runs any more and nothing is to be begun: who waits can go on. */
  boolean isOver() {
    return failure != null ? failsFast || running == 0 : running == 0 && begun == flows.size();
  }

  /** Whether nobody waits any more for what still runs. */
  boolean isAbandoned() {
    return (failsFast && failure != null) || waiting.isAbandoned();
  }

  /** The strand that waited, standing at the results or the failure. */
  Strand over() {
    waiting.resume(
        failure != null
            ? Flow.failed(failure)
            : Flow.of(Collections.unmodifiableList(Arrays.asList(results))));
    return waiting;
  }
}
