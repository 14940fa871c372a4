package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tables of a batch that have shards, each named once. */
public final class BatchTables {
  private final ManagedTables<ManagedTable> managed;
  private final Map<String, ManagedTable> byName = new LinkedHashMap<>();

  /**
   * Finds the tables of ours that a batch names.
   *
   * @param names the tables as the caller named them
   * @throws dev.evenkeel.core.RefusedOperationException if such a table is named by name and by
   *     ARN; DynamoDB Local silently forgets one of the two
   */
  public BatchTables(String operation, ManagedTables<ManagedTable> managed, Set<String> names) {
    this.managed = managed;
    for (String name : names) {
      ManagedTable table = managed.find(name);
      if (table != null && isThere(table)) {
        throw new Call(operation, name)
            .refuse("the batch names the table twice, by name and by ARN", "Name it once");
      }
      if (table != null) {
        byName.put(name, table);
      }
    }
  }

  /** Whether a table is there, by its name: a table of a family may be made twice. */
  private boolean isThere(ManagedTable table) {
    return byName.values().stream().anyMatch(other -> other.name().equals(table.name()));
  }

  /** The tables by the caller's names, in the caller's order. */
  public Map<String, ManagedTable> byName() {
    return byName;
  }

  /** A table of DynamoDB's answer; null if it is plain. */
  @Nullable ManagedTable answered(String nameOrArn) {
    return managed.find(nameOrArn);
  }
}
