package dev.evenkeel.jobs.command;

import dev.evenkeel.core.internal.flow.DaemonThread;
import dev.evenkeel.jobs.report.Causes;
import dev.evenkeel.jobs.report.MoveProgress;
import dev.evenkeel.jobs.work.ReshardJob;
import dev.evenkeel.sharding.MoveStatus;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Shows how far a pass is while this process works on it. A thread of its own asks the control
 * table every 10 seconds, and writes a line to a log each minute.
 */
final class PassWatch {
  private static final int SECONDS = 10;
  private static final int LOGGED = 6;

  private final Supplier<String> line;
  private final Progress progress;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          looking -> DaemonThread.of("evenkeel-pass", looking));
  private int looks;

  private PassWatch(Supplier<String> line, Progress progress) {
    this.line = line;
    this.progress = progress;
  }

  /** Works, and shows meanwhile how far the move is. */
  static <R> R during(Supplier<R> work, ReshardJob job, Progress progress) {
    return during(work, () -> {}, job, progress);
  }

  /**
   * Works, and shows meanwhile how far the move is. Runs something before it is first shown.
   *
   * @param begun is run with the first look: not where the work is refused within a second
   */
  static <R> R during(Supplier<R> work, Runnable begun, ReshardJob job, Progress progress) {
    return during(work, new Lines(job, begun)::next, progress);
  }

  /** Works, and shows meanwhile a line that is made anew each time. */
  @SuppressWarnings("FutureReturnValueIgnored") // it ends with the timer
  static <R> R during(Supplier<R> work, Supplier<String> line, Progress progress) {
    PassWatch watch = new PassWatch(line, progress);
    watch.timer.scheduleWithFixedDelay(watch::look, 1, SECONDS, TimeUnit.SECONDS);
    try {
      return work.get();
    } finally {
      watch.timer.shutdownNow();
    }
  }

  private void look() {
    String now = line();
    progress.show(() -> now);
    if (looks++ % LOGGED == LOGGED - 1) {
      progress.log(now);
    }
  }

  private String line() {
    try {
      return line.get();
    } catch (SdkException e) {
      return "how far it is cannot be read: " + Causes.text(e);
    }
  }

  /** How far a move is, and how fast since the line before. */
  private static final class Lines {
    private final ReshardJob job;
    private final Runnable begun;
    private @Nullable MoveStatus before;

    Lines(ReshardJob job, Runnable begun) {
      this.job = job;
      this.begun = begun;
    }

    String next() {
      MoveStatus now = job.look();
      MoveStatus last = before;
      before = now;
      if (last == null) {
        begun.run();
        return MoveProgress.of(now).line();
      }
      return MoveProgress.between(last, now, Duration.ofSeconds(SECONDS)).line();
    }
  }
}
