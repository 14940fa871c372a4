package dev.evenkeel.core.internal.flow;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.FlowFrame.FrameQueue;
import dev.evenkeel.core.internal.flow.FlowFrame.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * Interprets one flow. The runner sends its requests and reports their outcomes: {@link #next()} is
 * called until it returns null; then, unless the flow {@link #isOver()}, outcomes are reported, and
 * so on. Calls never overlap, and each sees the effects of the one before, but they may come from
 * different threads.
 *
 * @param <T> the flow's result
 */
final class FlowInterpreter<T> {
  private final Interceptor interceptor;
  private final FrameQueue ready = new FrameQueue();
  private int tickets;
  private boolean abandoned;
  private @Nullable Flow<?> end;

  FlowInterpreter(Flow<T> flow, Interceptor interceptor) {
    this.interceptor = interceptor;
    ready.add(new FlowFrame(flow, null));
  }

  /** The next frame with a request; null if there is none before an outcome is reported. */
  @Nullable FlowFrame next() {
    for (FlowFrame frame = ready.poll(); frame != null && end == null; frame = ready.poll()) {
      if (frame.isAbandoned()) {
        continue;
      }
      Flow<?> reached = frame.run();
      if (reached instanceof Flow.Ask<?> ask) {
        frame.ask(++tickets);
        interceptor.asked(tickets, ask.request());
        return frame;
      }
      advance(frame, reached);
    }
    return null;
  }

  private void advance(FlowFrame frame, Flow<?> reached) {
    FlowGroup group = frame.group();
    if (reached instanceof Flow.All<?> all) {
      begin(frame, all);
    } else if (group != null) {
      abandoned |= group.ended(reached, ready);
    } else {
      end = reached;
    }
  }

  private void begin(FlowFrame frame, Flow.All<?> all) {
    FlowGroup group;
    try {
      group = new FlowGroup(frame, requireNonNull(all.source().get(), "a flow has no source"));
    } catch (Throwable thrown) {
      frame.resume(Flow.failed(thrown));
      ready.add(frame);
      return;
    }
    abandoned |= group.advance(ready);
  }

  /** Whether frames were abandoned since the last call. */
  boolean takeAbandoned() {
    boolean before = abandoned;
    abandoned = false;
    return before;
  }

  /** Reports the outcome of a request. */
  void settle(Outcome outcome) {
    FlowFrame frame = outcome.frame();
    Throwable failure = outcome.failure();
    if (failure == null) {
      Object answer = requireNonNull(outcome.answer());
      interceptor.answered(frame.ticket(), answer);
      frame.resume(Flow.of(answer));
    } else {
      frame.resume(Flow.failed(interceptor.failed(frame.ticket(), frame.request(), failure)));
    }
    ready.add(frame);
  }

  boolean isOver() {
    return end != null;
  }

  /** The flow's failure; null if it did not fail. */
  @Nullable Throwable failure() {
    return end instanceof Flow.Failed<?> failed ? requireNonNull(failed.cause()) : null;
  }

  /** The flow's result. */
  @SuppressWarnings("unchecked") // the frame of the whole flow ends with the flow's own result
  T result() {
    return (T) ((Flow.Value<?>) requireNonNull(end)).value();
  }

  /** The flows of a source that run side by side, and the frame that waits for them. */
  static final class FlowGroup {
    private final FlowFrame waiting;
    private final FlowSource<?> source;
    private int running;
    private boolean over;

    FlowGroup(FlowFrame waiting, FlowSource<?> source) {
      this.waiting = waiting;
      this.source = source;
    }

    /** Whether running frames are abandoned. */
    boolean isAbandoned() {
      return over || waiting.isAbandoned();
    }

    /**
     * Begins further flows, or ends.
     *
     * @param ready where frames go that are to run
     * @return whether frames were abandoned
     */
    boolean advance(FrameQueue ready) {
      try {
        Flow<?> flow = source.isOver() ? null : source.next();
        for (; flow != null; flow = source.next()) {
          running++;
          ready.add(new FlowFrame(flow, this));
        }
        return (running == 0 || source.isOver()) && end(ready, endOf(source));
      } catch (Throwable thrown) {
        return end(ready, Flow.failed(thrown));
      }
    }

    /** Records the end of one of the flows, and continues. */
    boolean ended(Flow<?> with, FrameQueue ready) {
      running--;
      return with instanceof Flow.Failed<?> failed ? end(ready, failed) : advance(ready);
    }

    private static <T> Flow<T> endOf(FlowSource<T> source) {
      return Flow.defer(source::end);
    }

    private boolean end(FrameQueue ready, Flow<?> with) {
      over = true;
      waiting.resume(with);
      ready.add(waiting);
      return running > 0;
    }
  }
}
