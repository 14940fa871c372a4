package dev.evenkeel.examples.probes.sharding.internal.plan;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/** Time, names and units as values are no impurity. */
final class PurePlan {
  Instant later(Instant now) {
    return now.plus(Duration.ofSeconds(TimeUnit.MINUTES.toSeconds(1)));
  }

  UUID parsed(String text) {
    return UUID.fromString(text);
  }

  int arithmetic(int number) {
    System.arraycopy(new int[1], 0, new int[1], 0, 1);
    return Math.abs(number);
  }
}
