package dev.evenkeel.sharding.internal.shell;

import java.time.Duration;
import java.util.List;

/** Waits while a layout store is closed: each to its end, though the thread is interrupted. */
final class Closing {
  private static final Duration LOOK = Duration.ofMillis(10);
  private static final Duration ANSWERS_MAX = Duration.ofSeconds(1);

  private boolean wasInterrupted;

  /** Waits with a limit of its own. */
  interface Wait {
    void end() throws InterruptedException;
  }

  void await(Wait wait) {
    while (true) {
      try {
        wait.end();
        return;
      } catch (InterruptedException e) {
        wasInterrupted = true;
      }
    }
  }

  /** Waits a while for writes under way: rows have to stay for those that are not answered. */
  void awaitAnswers(List<Renewal> all) {
    long until = System.nanoTime() + ANSWERS_MAX.toNanos();
    await(
        () -> {
          while (System.nanoTime() - until < 0
              && all.stream().anyMatch(each -> each.session().awaitsAnswers())) {
            Thread.sleep(LOOK.toMillis());
          }
        });
  }

  /** Takes the rows away, by a thread that nobody interrupts. */
  void leave(List<Renewal> all) {
    Thread leaving = new Thread(null, () -> takeRows(all), "evenkeel-layouts", 0, false);
    leaving.setDaemon(true);
    leaving.start();
    await(leaving::join);
  }

  /** Once there is no answer the control table is not asked about the others. */
  private static void takeRows(List<Renewal> all) {
    for (Renewal each : all) {
      if (!each.leave()) {
        return;
      }
    }
  }

  /** Interrupts the thread, if it was interrupted meanwhile. */
  void end() {
    if (wasInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
