package dev.evenkeel.chunking.internal.store;

import dev.evenkeel.chunking.internal.wire.Intent;
import dev.evenkeel.chunking.internal.wire.Intent.Change;
import dev.evenkeel.chunking.internal.wire.Intent.State;
import dev.evenkeel.chunking.internal.wire.WriteId;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import java.time.Instant;
import java.util.List;

/** The clock, and the source of fresh write ids. */
public interface Environment {
  /** The wall clock. A wrong clock is safe: a sweep may come early or late. */
  Instant now();

  /** A write id that no one else ever draws. */
  WriteId freshId();

  /** An intent that marks payloads as replaced just now, due after the grace. */
  default Intent replaced(ChunkingSpec spec, List<Change> changes) {
    Instant now = now();
    return new Intent(
        freshId(), now.plus(spec.grace()), State.COMMITTED, now.toEpochMilli(), changes);
  }
}
