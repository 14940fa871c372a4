package dev.evenkeel.chunking.internal.write;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.store.Payloads;
import dev.evenkeel.chunking.internal.store.StoredPayloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.ManagedCondition.Expressions;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A table, and what its reads and writes go through.
 *
 * @param intents null if no value leaves its item
 * @param nothingOutside the condition that an item has nothing outside, alone
 */
public record TableStores(
    ChunkedTable table,
    Hydrator hydrator,
    Payloads payloads,
    @Nullable Intents intents,
    Environment environment,
    Expressions nothingOutside) {

  public static TableStores of(ChunkingSpec spec, Environment environment) {
    ChunkedTable table = new ChunkedTable(spec);
    Payloads payloads = StoredPayloads.of(spec);
    return new TableStores(
        table,
        new Hydrator(table, payloads),
        payloads,
        spec.intentTable() == null ? null : new Intents(spec.intentTable()),
        environment,
        new ManagedCondition(new Call("PutItem", spec.tableName()), table, null, Map.of(), Map.of())
            .withLock(new ItemSnapshot(table, Map.of()), table.attributes()));
  }

  /** What reads a table, found as requests name it; null if it has no large values. */
  public static @Nullable Hydrator hydrator(ManagedTables<TableStores> tables, String name) {
    TableStores stores = tables.find(name);
    return stores == null ? null : stores.hydrator();
  }

  /** The intents of a table whose values may leave their items. */
  public Intents requireIntents() {
    return requireNonNull(intents);
  }
}
