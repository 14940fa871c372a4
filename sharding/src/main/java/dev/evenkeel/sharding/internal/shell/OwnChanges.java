package dev.evenkeel.sharding.internal.shell;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The changes of layouts that this process makes now. A process that ends waits for them, and has
 * them given up after a while: otherwise writes of others would be held back in vain.
 */
final class OwnChanges {
  private static final Duration WAIT_MAX = Duration.ofSeconds(2);
  private static final Duration LOOK = Duration.ofMillis(50);

  private int underWay;
  private boolean isTimedOut;

  /**
   * Makes a change, until it is given up: it may look at no rows any more then, so that it fails,
   * and ends its pause.
   */
  <R> R run(Flow<R> change, Sender<Object> sends) {
    Sender<Object> stoppable =
        Sender.answering(
            request -> {
              if (request instanceof TableCall<?> call && call.request() instanceof QueryRequest) {
                requireTimeLeft();
              }
              return sends.send(request);
            });
    add(1);
    try {
      return SyncRunner.create().run(change, stoppable, Deadline.NONE);
    } finally {
      add(-1);
    }
  }

  private synchronized void add(int number) {
    underWay += number;
    notifyAll();
  }

  private synchronized void requireTimeLeft() {
    if (isTimedOut) {
      throw new IllegalStateException("The layout store is closed, so its change is given up");
    }
  }

  /** Waits until all have ended, and as long once more for those that have to be given up. */
  synchronized void awaitEnds() throws InterruptedException {
    try {
      await();
    } finally {
      isTimedOut = true;
    }
    await();
  }

  private synchronized void await() throws InterruptedException {
    long until = System.nanoTime() + WAIT_MAX.toNanos();
    while (underWay > 0 && System.nanoTime() - until < 0) {
      wait(LOOK.toMillis());
    }
  }
}
