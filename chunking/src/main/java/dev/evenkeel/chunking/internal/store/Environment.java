package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.WriteId;
import java.time.Instant;

/** What a plan needs of the world beside answers: the time, and names that nobody had before. */
public interface Environment {
  /** The wall clock. Nothing is unsafe if it is wrong; a sweep may come early or late. */
  Instant now();

  /** A name that no one else ever draws. */
  WriteId freshId();
}
