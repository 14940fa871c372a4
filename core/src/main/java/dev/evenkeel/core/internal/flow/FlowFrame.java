package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One line of steps of a running flow: the flow at which it stands, and what comes after it. The
 * types of results are what the flow's own constructors made fit; here they are objects.
 */
final class FlowFrame {
  private static final @Nullable Flow<?>[] NOTHING = {};

  private final @Nullable FlowGroup group;
  private Flow<?> current;

  /** What the current flow is the first part of, the innermost last. */
  private @Nullable Flow<?>[] after = NOTHING;

  private int afterSize;

  /** Tells the asks of a run apart. */
  private int ticket;

  /** The next in the one queue in which this stands. */
  @Nullable FlowFrame next;

  /** A frame whose end is one of a group; of the whole flow if there is none. */
  FlowFrame(Flow<?> flow, @Nullable FlowGroup group) {
    this.current = flow;
    this.group = group;
  }

  @Nullable FlowGroup group() {
    return group;
  }

  /** Whether nobody waits for what comes of it. */
  boolean isAbandoned() {
    return group != null && group.isAbandoned();
  }

  /** Goes on from here once it runs again. */
  void resume(Flow<?> flow) {
    current = flow;
  }

  void ask(int number) {
    ticket = number;
  }

  int ticket() {
    return ticket;
  }

  /** What it asks. */
  Request<?> request() {
    return ((Flow.Ask<?>) current).request();
  }

  /**
   * Goes on until it has to ask, to wait for others, or has ended.
   *
   * @return a {@link Flow.Ask}, a {@link Flow.All}, a {@link Flow.Value} or a {@link Flow.Failed}
   */
  Flow<?> run() {
    while (!(current instanceof Flow.Ask<?> || current instanceof Flow.All<?>)) {
      boolean ended = current instanceof Flow.Value<?> || current instanceof Flow.Failed<?>;
      if (ended && afterSize == 0) {
        return current;
      }
      try {
        current = requireNonNull(ended ? past(pop()) : into(current), "a step made no flow");
      } catch (Throwable thrown) { // what the makers of flows throw is a failure of the flow
        current = Flow.failed(thrown);
      }
    }
    return current;
  }

  private Flow<?> into(Flow<?> flow) {
    if (flow instanceof Flow.Deferred<?> deferred) {
      return deferred.flow().get();
    }
    push(flow);
    if (flow instanceof Flow.Then<?, ?> then) {
      return then.first();
    }
    if (flow instanceof Flow.Mapped<?, ?> mapped) {
      return mapped.first();
    }
    return flow instanceof Flow.Named<?> named ? named.first() : ((Flow.Recovered<?>) flow).first();
  }

  private Flow<?> past(Flow<?> step) {
    if (current instanceof Flow.Failed<?> failed) {
      if (step instanceof Flow.Named<?> named) {
        StepTrace.add(failed.cause(), named.owner(), named.step());
      }
      return step instanceof Flow.Recovered<?> recovered
          ? recovered.recovery().apply(failed.cause())
          : failed;
    }
    return past(step, ((Flow.Value<?>) current).value());
  }

  @SuppressWarnings("unchecked") // a flow goes on with the type that it was composed with
  private Flow<?> past(Flow<?> step, Object result) {
    if (step instanceof Flow.Then<?, ?> then) {
      return ((Flow.Then<Object, ?>) then).next().apply(result);
    }
    return step instanceof Flow.Mapped<?, ?> mapped
        ? Flow.of(((Flow.Mapped<Object, ?>) mapped).mapping().apply(result))
        : current;
  }

  private void push(Flow<?> step) {
    if (afterSize == after.length) {
      after = Arrays.copyOf(after, Math.max(4, 2 * afterSize));
    }
    after[afterSize++] = step;
  }

  private Flow<?> pop() {
    Flow<?> step = requireNonNull(after[--afterSize]);
    after[afterSize] = null;
    return step;
  }
}
