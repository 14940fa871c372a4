package dev.evenkeel.timeseries.internal.shell;

import dev.evenkeel.core.flow.Pause;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The world of a lifecycle beside DynamoDB.
 *
 * @param clock what time it is
 * @param passes lets time pass instead of waiting; null to wait
 */
public record Surroundings(InstantSource clock, @Nullable Consumer<Duration> passes) {

  /** A monotonic time; the clock's where time is virtual. */
  public long nanos() {
    if (passes == null) {
      return System.nanoTime();
    }
    Instant now = clock.instant();
    return TimeUnit.SECONDS.toNanos(now.getEpochSecond()) + now.getNano();
  }

  /** Whether the pause was answered by letting virtual time pass. */
  boolean pass(Pause pause) {
    if (passes == null) {
      return false;
    }
    passes.accept(pause.longest());
    return true;
  }

  /** A name that no other run has. */
  public static String freshOwner() {
    return "run-" + UUID.randomUUID();
  }
}
