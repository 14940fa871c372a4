package dev.evenkeel.core.internal.flow;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * One line of steps of a running flow: the flow at which it stands, and what comes after it. The
 * types of results are what the flow's own constructors made fit; here they are objects.
 */
final class Strand {
  /** The thens and recoveries that the current flow is the first of, innermost on top. */
  private final Deque<Flow<?>> after = new ArrayDeque<>(3);

  private final @Nullable Join join;
  private final int place;
  private Flow<?> current;

  /** The strand of a whole flow. */
  Strand(Flow<?> flow) {
    this(flow, null, 0);
  }

  /** A strand whose result goes to a place of a join. */
  Strand(Flow<?> flow, @Nullable Join join, int place) {
    this.current = flow;
    this.join = join;
    this.place = place;
  }

  @Nullable Join join() {
    return join;
  }

  /** Whether nobody waits for what comes of it. */
  boolean isAbandoned() {
    return join != null && join.isAbandoned();
  }

  int place() {
    return place;
  }

  /** Goes on from here once it runs again. */
  void resume(Flow<?> flow) {
    current = flow;
  }

  /**
   * Goes on until it has to ask, to wait for others, or has ended.
   *
   * @return an {@link Flow.Ask}, an {@link Flow.All}, a {@link Flow.Value} or a {@link Flow.Failed}
   */
  Flow<?> run() {
    while (true) {
      if (current instanceof Flow.Ask<?> || current instanceof Flow.All<?>) {
        return current;
      }
      boolean ended = current instanceof Flow.Value<?> || current instanceof Flow.Failed<?>;
      if (ended && after.isEmpty()) {
        return current;
      }
      current = ended ? past(after.pop()) : into(current);
    }
  }

  private Flow<?> into(Flow<?> flow) {
    if (flow instanceof Flow.Deferred<?> deferred) {
      return made(deferred.flow()::get);
    }
    after.push(flow);
    return flow instanceof Flow.Then<?, ?> then ? then.first() : ((Flow.Recovered<?>) flow).first();
  }

  @SuppressWarnings("unchecked") // a flow goes on with the type that it was composed with
  private Flow<?> past(Flow<?> step) {
    if (current instanceof Flow.Failed<?> failed) {
      return step instanceof Flow.Recovered<?> recovered
          ? made(() -> recovered.recovery().apply(failed.cause()))
          : failed;
    }
    Object result = ((Flow.Value<?>) current).value();
    return step instanceof Flow.Then<?, ?> then
        ? made(() -> ((Flow.Then<Object, ?>) then).next().apply(result))
        : current;
  }

  private interface Making {
    @Nullable Flow<?> make();
  }

  /** What the makers of flows throw is a failure of the flow. */
  private static Flow<?> made(Making making) {
    try {
      Flow<?> flow = making.make();
      return flow != null ? flow : Flow.failed(new NullPointerException("a step made no flow"));
    } catch (Throwable thrown) {
      return Flow.failed(thrown);
    }
  }
}
