package dev.evenkeel.chunking.internal.shell;

import dev.evenkeel.chunking.internal.plan.store.Surroundings;
import dev.evenkeel.chunking.internal.plan.wire.WriteId;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;

/** A clock, and ids of 128 random bits, which nobody else draws. */
public final class RealSurroundings implements Surroundings {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final InstantSource clock;

  public RealSurroundings(InstantSource clock) {
    this.clock = clock;
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public WriteId freshId() {
    byte[] bytes = new byte[WriteId.BYTES];
    RANDOM.nextBytes(bytes);
    return WriteId.of(bytes);
  }
}
