package dev.evenkeel.jobs.command;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * Progress of a job on standard error. Updates may come from many threads. Close the progress
 * before the report is printed: until then the terminal's line is redrawn.
 */
interface Progress extends AutoCloseable {
  /** Sets the text of the terminal's line, which is evaluated at each redraw. */
  void show(Supplier<String> what);

  /** Writes a line to a log. */
  void log(String what);

  /** Reports an event, such as the creation of a table. */
  default void tell(String what) {
    show(() -> what);
    log(what);
  }

  @Override
  void close();

  /** A progress line on a terminal, log lines elsewhere. */
  static Progress of(String task, Terminal terminal) {
    return terminal.columns() > 0 ? new MovingLine(task, terminal) : lines(task, terminal.err());
  }

  private static Progress lines(String task, PrintWriter log) {
    return new Progress() {
      @Override
      public void show(Supplier<String> what) {}

      @Override
      public void log(String what) {
        log.println(task + ": " + what);
        log.flush();
      }

      @Override
      public void close() {}
    };
  }
}
