package dev.evenkeel.core.internal.flow;

/** The flows of a source that run side by side, and the frame that waits for them. */
final class FlowGroup {
  private final FlowFrame waiting;
  private final FlowSource<?> source;
  private int running;
  private boolean over;

  FlowGroup(FlowFrame waiting, FlowSource<?> source) {
    this.waiting = waiting;
    this.source = source;
  }

  /** Whether nobody waits any more for what still runs. */
  boolean isAbandoned() {
    return over || waiting.isAbandoned();
  }

  /**
   * Begins what is to be begun, or ends.
   *
   * @param ready where frames go that are to run
   * @return whether frames were left that nobody waits for any more
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

  /** Notes the end of one of the flows, and goes on. */
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
