package dev.evenkeel.timeseries.spec.lifecycle;

import dev.evenkeel.timeseries.spec.Tier.Capacity;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.TableClass;

/**
 * One thing to be done to one period table. Doing it twice does no more than doing it once; what
 * fails for one table does not keep others from theirs.
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
   * it. Then it serves, its settings that a creation cannot carry are made, and the hooks are told.
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

  /** Tells whoever wants to know that no item comes any more. */
  record Retire(String tableName, TimeSpan period, String reason) implements TableAction {}

  /**
   * Keeps everybody from writing, writes the table into the archive, and verifies it. May take many
   * runs; each goes on where the one before ended.
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

  /** Takes a table that is gone out of the ledger. */
  record Forget(String tableName, TimeSpan period, String reason) implements TableAction {}
}
