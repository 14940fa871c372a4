package dev.evenkeel.objects.internal.shell;

import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Pause;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import software.amazon.awssdk.core.exception.AbortedException;

/** Waits as long as flows ask to. */
final class Pauses {
  private Pauses() {}

  static Done now(Pause pause) {
    try {
      TimeUnit.NANOSECONDS.sleep(nanos(pause));
      return Done.DONE;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw AbortedException.create("interrupted while waiting to try again", e);
    }
  }

  static CompletableFuture<Object> later(Pause pause) {
    return CompletableFuture.supplyAsync(
        () -> Done.DONE, CompletableFuture.delayedExecutor(nanos(pause), TimeUnit.NANOSECONDS));
  }

  private static long nanos(Pause pause) {
    long longest = pause.longest().toNanos();
    return pause.jittered() ? ThreadLocalRandom.current().nextLong(longest + 1) : longest;
  }
}
