package dev.evenkeel.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.jobs.command.Clients;
import dev.evenkeel.jobs.command.Environment;
import dev.evenkeel.jobs.command.EvenkeelCommand;
import dev.evenkeel.jobs.command.Terminal;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.Logging;
import dev.evenkeel.jobs.work.RehearsalClock;
import java.io.Console;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.time.InstantSource;

/** The program {@code evenkeel}. */
public final class Evenkeel {
  /** The columns of the terminal behind standard error; 0 if it is none. */
  static final String COLUMNS_PROPERTY = "evenkeel.columns";

  private Evenkeel() {}

  public static void main(String[] arguments) {
    Logging.toStandardError();
    Signals signals = new Signals();
    int columns = columns();
    if (columns > 0) {
      System.setErr(new PrintStream(new Screen(new FileOutputStream(FileDescriptor.err)), true));
    }
    Terminal terminal =
        new Terminal(writer(new FileOutputStream(FileDescriptor.out)), writer(System.err), columns);
    int code = run(terminal, signals, arguments);
    terminal.err().flush();
    signals.end(code);
  }

  private static int run(Terminal terminal, Signals signals, String[] arguments) {
    InstantSource clock;
    try {
      clock = RehearsalClock.ofThisProcess();
    } catch (JobException e) {
      terminal.err().println("evenkeel: " + e.getMessage());
      return 1;
    }
    Clients clients = Clients.ofTheSdk();
    return EvenkeelCommand.line(
            new Environment(
                terminal,
                clock instanceof RehearsalClock
                    ? Clients.rehearsing(clients, "-D" + RehearsalClock.START_PROPERTY)
                    : clients,
                clock,
                signals))
        .execute(arguments);
  }

  /** Opens the process's own streams: {@code System.out} swallows write failures. */
  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, UTF_8));
  }

  /**
   * The columns that {@code bin/evenkeel} passes. Without them, progress bars are drawn if both
   * streams are terminals.
   */
  private static int columns() {
    Integer configured = Integer.getInteger(COLUMNS_PROPERTY);
    return configured != null ? configured : isTerminal() ? 80 : 0;
  }

  /**
   * From JDK 22 on a console may exist without a terminal; {@code Console.isTerminal} distinguishes
   * the two.
   */
  @SuppressWarnings("SystemConsoleNull") // before JDK 22, null is the answer
  private static boolean isTerminal() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true;
    }
  }
}
