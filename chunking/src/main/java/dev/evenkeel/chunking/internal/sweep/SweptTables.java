package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.table.SeedTables;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.operation.TableName;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All tables of a sweeper, in the order of their names. */
public final class SweptTables {
  private final SortedMap<String, SweptTable> tables = new TreeMap<>();

  /**
   * The tables of these specs.
   *
   * @throws IllegalArgumentException if there is none, one moves no values, two name one table, or
   *     two share a chunk table in the layout of AWS's text, whose keys do not name the table
   */
  public SweptTables(List<ChunkingSpec> specs) {
    SeedTables.requireApart(specs);
    for (ChunkingSpec spec : specs) {
      if (!spec.movesValues()) {
        throw new IllegalArgumentException(
            "The spec of table '%s' moves no value out of its item: there is nothing to sweep"
                .formatted(spec.tableName()));
      }
      SweptTable table = new SweptTable(spec);
      if (tables.put(table.name(), table) != null) {
        throw new IllegalArgumentException(
            "Two specs name table '%s'. Give one".formatted(table.name()));
      }
    }
    if (tables.isEmpty()) {
      throw new IllegalArgumentException("Without a table there is nothing to do: add table(spec)");
    }
  }

  Collection<SweptTable> all() {
    return tables.values();
  }

  /** The table with this plain name; null if it is not swept. */
  @Nullable SweptTable find(String name) {
    return tables.get(name);
  }

  /**
   * The table that a caller names.
   *
   * @throws IllegalArgumentException if there is no spec for it
   */
  SweptTable require(String nameOrArn) {
    SweptTable table = find(TableName.parse(nameOrArn).name());
    if (table == null) {
      throw new IllegalArgumentException("There is no spec for table '%s'".formatted(nameOrArn));
    }
    return table;
  }

  /** The tables that unfinished writes are noted in. */
  Set<IntentTableSpec> intentTables() {
    Set<IntentTableSpec> all = new LinkedHashSet<>();
    tables.values().forEach(table -> all.add(table.intentTable()));
    return all;
  }
}
