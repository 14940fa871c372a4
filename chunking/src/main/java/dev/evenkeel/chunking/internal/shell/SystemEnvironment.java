package dev.evenkeel.chunking.internal.shell;

import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.wire.WriteId;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.InstantSource;

/** The system clock, and ids of 128 random bits, which are unique in practice. */
public final class SystemEnvironment implements Environment {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final InstantSource clock;

  public SystemEnvironment(InstantSource clock) {
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
