package dev.evenkeel.jobs.command;

import java.io.PrintWriter;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a job is, told on standard error. Steps may come from many threads. */
interface Progress extends AutoCloseable {
  /** Some more is done. */
  void step(String what, long count);

  @Override
  void close();

  /** A bar that moves on a terminal, plain lines elsewhere. How much there is nobody knows. */
  static Progress of(String task, Terminal terminal) {
    return terminal.columns() > 0
        ? bar(task, terminal.columns(), terminal.err())
        : lines(task, terminal.err());
  }

  private static Progress bar(String task, int columns, PrintWriter terminal) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName(task)
            .setInitialMax(-1)
            .setStyle(ProgressBarStyle.ASCII)
            .setUpdateIntervalMillis(200)
            .setConsumer(
                new DelegatingProgressBarConsumer(
                    text -> {
                      terminal.print("\r" + text);
                      terminal.flush();
                    },
                    columns - 1))
            .build();
    return new Progress() {
      @Override
      public void step(String what, long count) {
        bar.setExtraMessage(what);
        bar.stepBy(count);
      }

      @Override
      public void close() {
        bar.close();
        terminal.println();
      }
    };
  }

  private static Progress lines(String task, PrintWriter log) {
    return new Progress() {
      @Override
      public void step(String what, long count) {
        log.println(task + ": " + what);
        log.flush();
      }

      @Override
      public void close() {}
    };
  }
}
