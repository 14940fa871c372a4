package dev.evenkeel.chunking.internal.plan.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.plan.store.ChunkStore;
import dev.evenkeel.chunking.internal.plan.store.Intents;
import dev.evenkeel.chunking.internal.plan.store.Payloads;
import dev.evenkeel.chunking.internal.plan.store.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * What writes of one table go through.
 *
 * @param chunks null if the table has no chunks
 * @param intents null if no value leaves its item
 */
public record Stores(
    Payloads payloads,
    @Nullable ChunkStore chunks,
    @Nullable Intents intents,
    Surroundings surroundings) {

  /** The intents of a table whose values may leave their items. */
  Intents requireIntents() {
    return requireNonNull(intents);
  }
}
