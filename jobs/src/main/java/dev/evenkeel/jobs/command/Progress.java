package dev.evenkeel.jobs.command;

import java.io.PrintWriter;
import java.util.function.Supplier;

/**
 * How far a job is, told on standard error. News may come from many threads. Close it before the
 * report is printed: until then a terminal's line is drawn anew.
 */
interface Progress extends AutoCloseable {
  /** Has a terminal show this from now on, asked for anew whenever it is drawn. */
  void show(Supplier<String> what);

  /** Has a log say this, once. */
  void log(String what);

  /** News, such as a table that is being created. */
  default void tell(String what) {
    show(() -> what);
    log(what);
  }

  @Override
  void close();

  /** A line that moves on a terminal, plain lines elsewhere. */
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
