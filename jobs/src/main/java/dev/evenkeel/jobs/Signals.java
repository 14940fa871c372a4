package dev.evenkeel.jobs;

import dev.evenkeel.jobs.command.Termination;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ends a command in order on SIGTERM or SIGINT. The process exits with the command's exit code
 * instead of 143, which schedulers would count as a failure.
 */
final class Signals implements Termination {
  /** Longer than any command takes to end, and shorter than the grace period of schedulers. */
  private static final int TIMEOUT_SECONDS = 27;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger code = new AtomicInteger();

  @Override
  public void then(Runnable ending) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(ending), "evenkeel-signals"));
  }

  /** Runs while the JVM shuts down, when only {@code Runtime.halt} can change the exit code. */
  private void end(Runnable ending) {
    ending.run();
    try {
      if (ended.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(code.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process. If a signal is ending it already, the exit code becomes this one. */
  void end(int exitCode) {
    code.set(exitCode);
    ended.countDown();
    System.exit(exitCode);
  }
}
