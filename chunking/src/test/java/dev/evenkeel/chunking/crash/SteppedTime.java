package dev.evenkeel.chunking.crash;

import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.wire.WriteId;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that is moved by hand, and ids that no other one draws: tokens of transactions are of
 * them, which DynamoDB keeps for ten minutes.
 */
final class SteppedTime implements Environment {
  private static final AtomicLong SEEDS = new AtomicLong(7);

  private final SplittableRandom random = new SplittableRandom(SEEDS.getAndIncrement());
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
