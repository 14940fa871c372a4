package dev.evenkeel.jobs;

import dev.evenkeel.jobs.command.Termination;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a command end by itself when SIGTERM or SIGINT comes, and the process then end with the
 * command's exit code instead of 143, which schedulers would take for a failure.
 */
final class Signals implements Termination {
  /** Longer than any command takes to end, and less than what schedulers wait before they kill. */
  private static final int PATIENCE_SECONDS = 27;

  private final CountDownLatch ended = new CountDownLatch(1);
  private final AtomicInteger code = new AtomicInteger();

  @Override
  public void then(Runnable ending) {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> end(ending), "evenkeel-signals"));
  }

  /** Runs while the JVM shuts down: nothing but halting can change the exit code by now. */
  private void end(Runnable ending) {
    ending.run();
    try {
      if (ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        Runtime.getRuntime().halt(code.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the process; if a signal is ending it already, lets it go on with this exit code. */
  void end(int exitCode) {
    code.set(exitCode);
    ended.countDown();
    System.exit(exitCode);
  }
}
