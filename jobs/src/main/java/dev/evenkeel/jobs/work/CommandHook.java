package dev.evenkeel.jobs.work;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook.TableEvent;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.core.exception.AbortedException;

/**
 * A command of the shell for an event. It gets the event as JSON on its standard input, and each
 * member in the environment. What it writes goes to standard error. It fails by any exit code but
 * 0, and by taking longer than {@link #TIMEOUT}; then it is killed. What it leaves at work in the
 * background is left alone, and keeps neither the hook nor whoever reads this process's output.
 */
public final class CommandHook {
  /** How long a command may take. */
  public static final Duration TIMEOUT = Duration.ofMinutes(5);

  /** How long output is waited for after the end, where something that was left still has it. */
  private static final Duration LAST_WORDS = Duration.ofSeconds(1);

  private final HookEvent kind;
  private final String command;
  private final Duration timeout;
  private final OutputStream output;

  private CommandHook(HookEvent kind, String command, Duration timeout, OutputStream output) {
    this.kind = kind;
    this.command = command;
    this.timeout = timeout;
    this.output = output;
  }

  /** A hook. */
  public static LifecycleHook of(HookEvent kind, String command) {
    return of(kind, command, TIMEOUT, System.err);
  }

  static LifecycleHook of(HookEvent kind, String command, Duration timeout, OutputStream output) {
    return kind.hook(new CommandHook(kind, command, timeout, output)::run);
  }

  private void run(TableEvent event) {
    ProcessBuilder builder = new ProcessBuilder("/bin/sh", "-c", command);
    builder.redirectErrorStream(true);
    kind.members(event)
        .forEach(
            (name, value) ->
                builder
                    .environment()
                    .put(
                        "EVENKEEL_" + name.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT),
                        value));
    try {
      Process process = builder.start();
      Thread copier = copying(process.getInputStream());
      feed(process, kind.json(event));
      if (!ended(process)) {
        throw failed("took longer than %d seconds".formatted(timeout.toSeconds()));
      }
      copier.join(LAST_WORDS.toMillis());
      if (process.exitValue() != 0) {
        throw failed("ended with %d".formatted(process.exitValue()));
      }
    } catch (IOException e) {
      throw failed("could not be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("interrupted while a hook was at work", e);
    }
  }

  /** Whether it has ended by itself. In any other case it is killed, with what it has started. */
  private boolean ended(Process process) throws InterruptedException {
    boolean ended = false;
    try {
      ended = process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS);
      return ended;
    } finally {
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
    }
  }

  /**
   * Copies what it writes for as long as anybody has its output open. Handed down as it is,
   * standard error would stay open with what a command leaves in the background.
   */
  private Thread copying(InputStream written) {
    Thread copier =
        new Thread(
            () -> {
              try (written) {
                written.transferTo(output);
                output.flush();
              } catch (IOException e) {
                // nobody reads any more
              }
            },
            "evenkeel-hook-output");
    copier.setDaemon(true);
    copier.start();
    return copier;
  }

  /** A command need not read its input. */
  private static void feed(Process process, String json) {
    try (OutputStream input = process.getOutputStream()) {
      input.write((json + "\n").getBytes(UTF_8));
    } catch (IOException e) {
      // it has closed its input: what it knows is in the environment
    }
  }

  private JobException failed(String how) {
    return new JobException(
        "the hook '%s' %s. The next run calls it again.".formatted(command, how));
  }
}
