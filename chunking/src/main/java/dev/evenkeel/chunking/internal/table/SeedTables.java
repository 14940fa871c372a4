package dev.evenkeel.chunking.internal.table;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.operation.TableName;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Chunk tables in the layout of AWS's text, whose keys do not name the table they belong to. */
public final class SeedTables {
  private SeedTables() {}

  /**
   * Checks that each has chunks of one table only.
   *
   * @throws IllegalArgumentException if two share one
   */
  public static void requireApart(List<ChunkingSpec> specs) {
    Set<String> seeded = new HashSet<>();
    for (ChunkingSpec spec : specs) {
      ChunkTableSpec chunks = spec.chunkTable();
      if (spec.seedAttribute() != null
          && chunks != null
          && !seeded.add(TableName.parse(chunks.tableName()).name())) {
        throw new IllegalArgumentException(
            "Two tables have chunks of AWS's layout in table '%s': their keys do not tell which are whose. Give each table a chunk table of its own"
                .formatted(chunks.tableName()));
      }
    }
  }
}
