package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.WriteId;
import java.time.Instant;

/** The clock, and the source of fresh write ids. */
public interface Environment {
  /** The wall clock. A wrong clock is safe: a sweep may come early or late. */
  Instant now();

  /** A write id that no one else ever draws. */
  WriteId freshId();
}
