package dev.evenkeel.chunking.internal.sweep;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.store.StoredPayloads;
import dev.evenkeel.chunking.internal.table.ChunkedTable;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.chunking.internal.wire.Parent;
import dev.evenkeel.chunking.internal.wire.PayloadRef;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.objects.internal.ObjectFlows;
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
    ChunkedTable.requireSeedTablesApart(specs);
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

  /** A swept table and its stores. */
  static final class SweptTable {
    /** A version in the length of DynamoDB's numbers, in the one form in which it returns them. */
    private static final String VERSION = "0|[1-9][0-9]{0,37}";

    private final ChunkedTable table;
    private final StoredPayloads payloads;

    SweptTable(ChunkingSpec spec) {
      this.table = new ChunkedTable(spec);
      this.payloads = StoredPayloads.of(spec);
    }

    ChunkedTable table() {
      return table;
    }

    String name() {
      return table.name();
    }

    ChunkingSpec spec() {
      return table.spec();
    }

    KeySchema schema() {
      return table.schema();
    }

    IntentTableSpec intentTable() {
      return requireNonNull(spec().intentTable());
    }

    long graceMillis() {
      return spec().grace().toMillis();
    }

    ObjectFlows objects() {
      return payloads.objects();
    }

    /** Whether the spec knows the store that a payload of an attribute is in. */
    boolean knows(String attribute, PayloadRef payload) {
      return table.manages(attribute)
          && switch (payload.placement()) {
            case CHUNKS -> spec().chunkTable() != null;
            case SEED_CHUNKS -> attribute.equals(spec().seedAttribute());
            case OBJECT -> spec().bucket() != null;
            case ITEM -> false;
          };
    }

    /**
     * Whether the table can have such a parent, and the parent such a payload. A version that is no
     * number could make the key of another parent's chunk.
     */
    boolean canHave(Parent parent, PayloadRef payload) {
      try {
        schema().validate(parent.key());
      } catch (DecoratorException noKey) {
        return false;
      }
      return payload.placement() != Placement.SEED_CHUNKS || payload.id().matches(VERSION);
    }

    /**
     * Deletes a payload. More chunks than the limit has are looked for before they are deleted: who
     * can write an intent can write any number.
     */
    Flow<Done> remove(Parent parent, PayloadRef payload) {
      boolean tooMany = payload.chunks() > spec().limits().chunksMax();
      return payloads.remove(
          parent, tooMany ? new PayloadRef(payload.placement(), payload.id(), 0) : payload);
    }
  }
}
