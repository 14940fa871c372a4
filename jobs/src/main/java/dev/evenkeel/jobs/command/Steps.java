package dev.evenkeel.jobs.command;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/** Makes many small counts a few steps of progress. For use by many threads. */
final class Steps implements LongConsumer {
  private final Progress progress;
  private final String what;
  private final long perStep;
  private final AtomicLong count = new AtomicLong();

  /**
   * @param what is counted, such as items read
   * @param perStep how much of it is a step
   */
  Steps(Progress progress, String what, long perStep) {
    this.progress = progress;
    this.what = what;
    this.perStep = perStep;
  }

  @Override
  public void accept(long more) {
    long before = count.getAndAdd(more);
    long steps = (before + more) / perStep - before / perStep;
    if (steps > 0) {
      progress.step("%d %s".formatted(before + more, what), steps);
    }
  }
}
