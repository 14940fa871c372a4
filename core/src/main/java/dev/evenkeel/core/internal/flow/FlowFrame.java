package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.FlowInterpreter.FlowGroup;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * One sequence of steps of a running flow: the current flow and its continuations. The flow's
 * constructors guarantee the types of results; here they are objects.
 */
final class FlowFrame {
  private static final @Nullable Flow<?>[] NOTHING = {};

  private final @Nullable FlowGroup group;
  private Flow<?> current;

  /** The continuations of the current flow, the innermost last. */
  private @Nullable Flow<?>[] after = NOTHING;

  private int afterSize;

  /** Identifies the requests of a run. */
  private int ticket;

  /** The next frame in the queue of this one. */
  @Nullable FlowFrame next;

  /** A frame whose end is one of a group; of the whole flow if there is none. */
  FlowFrame(Flow<?> flow, @Nullable FlowGroup group) {
    this.current = flow;
    this.group = group;
  }

  @Nullable FlowGroup group() {
    return group;
  }

  /** Whether its result is abandoned. */
  boolean isAbandoned() {
    return group != null && group.isAbandoned();
  }

  /** The flow to continue with. */
  void resume(Flow<?> flow) {
    current = flow;
  }

  void ask(int number) {
    ticket = number;
  }

  int ticket() {
    return ticket;
  }

  /** Its request. */
  Request<?> request() {
    return ((Flow.Ask<?>) current).request();
  }

  /**
   * Advances until it has a request, waits for others, or has ended.
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
        current =
            requireNonNull(ended ? resumeAfter(pop()) : enter(current), "a step made no flow");
      } catch (Throwable thrown) { // an exception of a flow's function is a failure of the flow
        current = Flow.failed(thrown);
      }
    }
    return current;
  }

  private Flow<?> enter(Flow<?> flow) {
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

  private Flow<?> resumeAfter(Flow<?> step) {
    if (current instanceof Flow.Failed<?> failed) {
      if (step instanceof Flow.Named<?> named) {
        StepTrace.add(failed.cause(), named.owner(), named.step());
      }
      return step instanceof Flow.Recovered<?> recovered
          ? recovered.recovery().apply(failed.cause())
          : failed;
    }
    return resumeAfter(step, ((Flow.Value<?>) current).value());
  }

  @SuppressWarnings("unchecked") // the flow's composition guarantees the type
  private Flow<?> resumeAfter(Flow<?> step, Object result) {
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

  /** A queue of frames, first in, first out. A frame is in one queue at most and links it. */
  static final class FrameQueue {
    private @Nullable FlowFrame first;
    private @Nullable FlowFrame last;

    void add(FlowFrame frame) {
      if (last == null) {
        first = frame;
      } else {
        last.next = frame;
      }
      last = frame;
    }

    @Nullable FlowFrame poll() {
      FlowFrame frame = first;
      if (frame != null) {
        first = frame.next;
        last = first == null ? null : last;
        frame.next = null;
      }
      return frame;
    }

    boolean isEmpty() {
      return first == null;
    }

    /** Removes abandoned frames, and returns their number. */
    int dropAbandoned() {
      int dropped = 0;
      FlowFrame end = last;
      boolean more = end != null;
      while (more) {
        FlowFrame frame = poll();
        more = frame != end;
        if (frame != null && frame.isAbandoned()) {
          dropped++;
        } else if (frame != null) {
          add(frame);
        }
      }
      return dropped;
    }
  }

  /** The outcome of one request: an answer or a failure, exactly one of them. */
  record Outcome(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {

    /** Sends, and catches every failure. */
    static Outcome of(FlowFrame frame, Sender<?> sender) {
      try {
        return of(frame, send(frame, sender), null);
      } catch (Throwable failure) {
        return of(frame, null, failure);
      }
    }

    /** Sends, and notifies interceptors. */
    static <S> S send(FlowFrame frame, Sender<S> sender) {
      sender.interceptor().sending(frame.ticket(), frame.request());
      return sender.send(frame.request());
    }

    /**
     * Begins a request that is not sent; null if it has to be sent.
     *
     * @param threads what a computation on another thread is to have of this one
     */
    static @Nullable CompletableFuture<?> begin(
        FlowFrame frame, Sender<?> sender, boolean alone, ClientThreads threads) {
      try {
        Request<?> request = frame.request();
        return sender.unsent(
            request instanceof Compute<?> compute && !alone ? compute.carried(threads) : request,
            alone);
      } catch (Throwable failure) {
        return CompletableFuture.failedFuture(failure);
      }
    }

    /** A call that brought neither answer nor failure has failed. */
    static Outcome of(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {
      return answer == null && failure == null
          ? new Outcome(frame, null, new NullPointerException("the delegate answered null"))
          : new Outcome(frame, answer, failure);
    }

    /** The outcome of a future, with the failure unwrapped from CompletionExceptions. */
    static Outcome ended(FlowFrame frame, @Nullable Object answer, @Nullable Throwable failure) {
      Throwable bare = failure;
      while (bare instanceof CompletionException && bare.getCause() != null) {
        bare = bare.getCause();
      }
      return of(frame, answer, bare);
    }
  }
}
