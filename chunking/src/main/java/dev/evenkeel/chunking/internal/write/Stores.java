package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.ChunkStore;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.store.Payloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.core.operation.Call;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What writes of one table go through.
 *
 * @param chunks null if the table has no chunks
 * @param intents null if no value leaves its item
 * @param nothingOutside the condition that an item has nothing outside, alone
 */
public record Stores(
    Payloads payloads,
    @Nullable ChunkStore chunks,
    @Nullable Intents intents,
    Environment surroundings,
    Expressions nothingOutside) {

  public static Stores of(
      ChunkedTable table,
      Payloads payloads,
      @Nullable ChunkStore chunks,
      @Nullable Intents intents,
      Environment surroundings) {
    return new Stores(
        payloads,
        chunks,
        intents,
        surroundings,
        ManagedCondition.of(
                new Call("PutItem", table.spec().tableName()), table, null, Map.of(), Map.of())
            .pinned(new ItemSnapshot(table, Map.of()), table.attributes()));
  }

  /** The intents of a table whose values may leave their items. */
  Intents requireIntents() {
    return requireNonNull(intents);
  }
}
