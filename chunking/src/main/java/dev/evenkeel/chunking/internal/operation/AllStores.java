package dev.evenkeel.chunking.internal.operation;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.read.Hydrator;
import dev.evenkeel.chunking.internal.store.ChunkStore;
import dev.evenkeel.chunking.internal.store.Environment;
import dev.evenkeel.chunking.internal.store.Intents;
import dev.evenkeel.chunking.internal.store.StoredPayloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.write.Returned;
import dev.evenkeel.chunking.internal.write.Stores;
import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.ObjectFlows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Where the values of all tables of a client are, and what brings them back. */
final class AllStores implements TableStores, Returned {
  private final Map<ChunkedTable, Stores> stores = new HashMap<>();
  private final Map<ChunkedTable, Hydrator> hydrators = new HashMap<>();

  AllStores(List<ChunkedTable> tables, Environment surroundings) {
    for (ChunkedTable table : tables) {
      Stores of = make(table, surroundings);
      stores.put(table, of);
      hydrators.put(table, new Hydrator(table, of.payloads()));
    }
  }

  private static Stores make(ChunkedTable table, Environment surroundings) {
    ChunkingSpec spec = table.spec();
    ChunkTableSpec chunkTable = spec.chunkTable();
    ChunkStore chunks =
        chunkTable == null
            ? null
            : new ChunkStore(chunkTable, spec.key(), spec.limits().widthMax());
    return Stores.of(
        table,
        new StoredPayloads(
            spec.key(), chunks, spec.bucket() == null ? null : ObjectFlows.of(spec.bucket())),
        chunks,
        spec.intentTable() == null ? null : new Intents(spec.intentTable()),
        surroundings);
  }

  @Override
  public Stores of(ChunkedTable table) {
    return requireNonNull(stores.get(table));
  }

  Hydrator hydrator(ChunkedTable table) {
    return requireNonNull(hydrators.get(table));
  }

  @Override
  public Flow<Map<String, AttributeValue>> logical(
      ChunkedTable table, Map<String, AttributeValue> key, Map<String, AttributeValue> attributes) {
    return hydrator(table).returned(key, attributes);
  }
}
