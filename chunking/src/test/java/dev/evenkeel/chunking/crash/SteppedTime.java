package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.wire.WriteId;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/** A clock that is moved by hand, and ids that are the same in every run. */
final class SteppedTime implements Environment {
  private final SplittableRandom random = new SplittableRandom(7);
  private Instant now = Instant.now();

  void pass(Duration time) {
    now = now.plus(time);
  }

  @Override
  public Instant now() {
    return now;
  }

  @Override
  public WriteId freshId() {
    byte[] bytes = new byte[WriteId.BYTES];
    random.nextBytes(bytes);
    return WriteId.of(bytes);
  }
}
