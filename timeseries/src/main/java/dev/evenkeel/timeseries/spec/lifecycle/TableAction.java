package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/**
 * An action on one period table. Actions are idempotent, and the failure of one does not affect
 * other tables.
 */
public sealed interface TableAction {

  /** The table. */
  String tableName();

  /** Why, for people. */
  String reason();

  /**
   * Creates the table of a period, with the capacity that it is to serve with, and then does what
   * {@link Open} does.
   */
  record Build(String tableName, TimeSpan period, String reason) implements TableAction {}

  /**
   * Waits until the table is active and answers a read: DynamoDB may say active and still not know
   * it. Then the table takes items, gets the settings that a creation cannot carry, and the hooks
   * are called.
   */
  record Open(String tableName, TimeSpan period, String reason) implements TableAction {}

  /**
   * Changes capacity, of table and indexes in one request that says only what differs.
   *
   * @param capacity of the table
   * @param indexes of its global indexes; those that are not named stay as they are
   */
  record Resize(String tableName, Capacity capacity, Map<String, Capacity> indexes, String reason)
      implements TableAction {

    /** Copies the map. */
    public Resize {
      indexes = Map.copyOf(indexes);
    }
  }

  /** Sets right what the table has other than its template, see {@link Drift}; of a live table. */
  record Mend(String tableName, Set<TableSetting> settings, String reason) implements TableAction {
    /** Copies the set. */
    public Mend {
      settings = Set.copyOf(settings);
    }
  }

  /** Changes the table class. */
  record Reclass(String tableName, TableClass tableClass, String reason) implements TableAction {}

  /** Calls the hooks: the table accepts no more items. */
  record Retire(String tableName, TimeSpan period, String reason) implements TableAction {}

  /**
   * Keeps everybody from writing, writes the table into the archive, and verifies it. May take many
   * runs; each resumes where the one before ended.
   */
  record Archive(String tableName, TimeSpan period, String reason) implements TableAction {}

  /**
   * Gives up the archive of a table, finished or not, because items may come again: by the spec of
   * now, or by a clock that was set right. The table is archived anew when its time has come; what
   * is in S3 stays there.
   */
  record Reopen(String tableName, TimeSpan period, String reason) implements TableAction {}

  /** Takes off deletion protection, proves once more that the table is ours, and deletes it. */
  record Delete(String tableName, TimeSpan period, String reason) implements TableAction {}

  /** Removes the entry of a deleted table from the ledger. */
  record Forget(String tableName, TimeSpan period, String reason) implements TableAction {}
}
