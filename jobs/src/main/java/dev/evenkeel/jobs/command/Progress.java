package dev.evenkeel.jobs.command;

import dev.evenkeel.core.internal.flow.DaemonThread;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
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

  /**
   * A progress line on a terminal: the state of a job and its elapsed time. A thread of its own
   * redraws the line in place five times a second. Closing removes the line. For use by many
   * threads.
   */
  final class MovingLine implements Progress {
    private static final int MILLIS = 200;

    private final String task;
    private final Terminal terminal;
    private final long begun = System.nanoTime();
    private final ScheduledExecutorService timer =
        Executors.newSingleThreadScheduledExecutor(
            drawing -> DaemonThread.of("evenkeel-progress", drawing));
    private volatile Supplier<String> what = () -> "";
    private boolean isClosed;

    @SuppressWarnings("FutureReturnValueIgnored") // it ends with the timer
    MovingLine(String task, Terminal terminal) {
      this.task = task;
      this.terminal = terminal;
      draw();
      timer.scheduleWithFixedDelay(this::draw, MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void show(Supplier<String> newWhat) {
      what = newWhat;
    }

    @Override
    public void log(String ignored) {}

    private synchronized void draw() {
      if (!isClosed) {
        write(line(), "");
      }
    }

    /** Shortens the text, never the elapsed time. */
    private String line() {
      long seconds = TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - begun);
      String time =
          String.format(
              Locale.ROOT, "  %d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
      String text = task + "  " + what.get();
      int room = Math.max(0, terminal.columns() - 1 - time.length());
      return text.substring(0, Math.min(room, text.length())) + time;
    }

    /** Overwrites the line but for the last column: a cursor beyond it would start a new line. */
    private void write(String text, String ending) {
      int padding = Math.max(0, terminal.columns() - 1 - text.length());
      terminal.err().print("\r" + text + " ".repeat(padding) + ending);
      terminal.err().flush();
    }

    @Override
    public synchronized void close() {
      isClosed = true;
      timer.shutdown();
      write("", "\r");
    }
  }
}
