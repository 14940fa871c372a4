package dev.evenkeel.examples.quickstart;

import java.io.PrintWriter;
import java.util.concurrent.atomic.AtomicLong;
import me.tongfei.progressbar.DelegatingProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** The progress of the load. Steps may come from many threads. */
interface LoadProgress extends AutoCloseable {
  void step();

  @Override
  void close();

  /** A bar that moves, for a terminal of so many columns. */
  static LoadProgress bar(long total, int columns, PrintWriter terminal) {
    ProgressBar bar =
        new ProgressBarBuilder()
            .setTaskName("Storing")
            .setInitialMax(total)
            .setStyle(ProgressBarStyle.ASCII)
            .setUnit(" hits", 1)
            .setUpdateIntervalMillis(100)
            .setConsumer(
                new DelegatingProgressBarConsumer(
                    text -> {
                      terminal.print("\r" + text);
                      terminal.flush();
                    },
                    columns - 1))
            .build();
    return new LoadProgress() {
      @Override
      public void step() {
        bar.step();
      }

      @Override
      public void close() {
        bar.close();
        terminal.println();
      }
    };
  }

  /** A line at each quarter, for a file or a pipe. */
  static LoadProgress lines(long total, PrintWriter log) {
    AtomicLong done = new AtomicLong();
    return new LoadProgress() {
      @Override
      public void step() {
        long now = done.incrementAndGet();
        long quarters = now * 4 / total;
        if (quarters > (now - 1) * 4 / total) {
          log.println("Storing " + quarters * 25 + "% (" + now + " of " + total + " hits)");
          log.flush();
        }
      }

      @Override
      public void close() {}
    };
  }
}
