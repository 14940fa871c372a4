package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.LayoutStanding;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.sharding.Layout;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import software.amazon.awssdk.core.exception.AbortedException;

/** Work on a layout that may be killed at any step, and is broken off when it is asked to end. */
final class BrokenOff {
  private BrokenOff() {}

  /**
   * Works on the calling thread, which is interrupted when the process is asked to end.
   *
   * @param task such as {@code layout ready}
   * @param layout reads the layout as it is after that
   * @throws JobException if it was broken off; says where things stand and what helps
   */
  static <R> R whenAsked(
      Termination termination,
      String task,
      String tableName,
      Supplier<R> work,
      Supplier<Layout> layout) {
    Thread working = Thread.currentThread();
    AtomicBoolean works = new AtomicBoolean(true);
    AtomicBoolean asked = new AtomicBoolean();
    termination.then(
        () -> {
          asked.set(true);
          if (works.get()) {
            working.interrupt();
          }
        });
    try {
      return work.get();
    } catch (AbortedException e) {
      if (!asked.get()) {
        throw e;
      }
      boolean unused = Thread.interrupted(); // so that the layout can be read
      throw new JobException(LayoutStanding.brokenOff(task, tableName, layout.get()));
    } finally {
      works.set(false);
    }
  }
}
