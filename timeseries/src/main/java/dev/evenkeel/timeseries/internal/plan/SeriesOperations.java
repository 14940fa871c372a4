package dev.evenkeel.timeseries.internal.plan;

import static dev.evenkeel.core.operation.Operation.BATCH_GET_ITEM;
import static dev.evenkeel.core.operation.Operation.BATCH_WRITE_ITEM;
import static dev.evenkeel.core.operation.Operation.DELETE_ITEM;
import static dev.evenkeel.core.operation.Operation.GET_ITEM;
import static dev.evenkeel.core.operation.Operation.IMPORT_TABLE;
import static dev.evenkeel.core.operation.Operation.PUT_ITEM;
import static dev.evenkeel.core.operation.Operation.QUERY;
import static dev.evenkeel.core.operation.Operation.SCAN;
import static dev.evenkeel.core.operation.Operation.TRANSACT_GET_ITEMS;
import static dev.evenkeel.core.operation.Operation.TRANSACT_WRITE_ITEMS;
import static dev.evenkeel.core.operation.Operation.UPDATE_ITEM;

import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.OperationGroups;
import dev.evenkeel.core.operation.OperationTable;
import java.util.EnumSet;
import java.util.Set;

/** What a time series client does with each operation on the logical table of a series. */
public final class SeriesOperations {
  private static final Set<Operation> SUPPORTED =
      EnumSet.of(
          PUT_ITEM,
          UPDATE_ITEM,
          DELETE_ITEM,
          GET_ITEM,
          QUERY,
          SCAN,
          BATCH_GET_ITEM,
          BATCH_WRITE_ITEM,
          TRANSACT_GET_ITEMS,
          TRANSACT_WRITE_ITEMS);
  private static final String MANY = "the series has a table for each period, and none of its own";
  private static final String NAME_ONE =
      "Name a period's table, as TimeSeriesSpec.tables() tells it; tables are built and changed by a TableLifecycle";

  public static final OperationTable TABLE = table();

  private SeriesOperations() {}

  private static OperationTable table() {
    return OperationTable.builder()
        .rewrite(
            "Goes to the table of the item's time; late and future items by the spec's policies",
            PUT_ITEM,
            UPDATE_ITEM,
            DELETE_ITEM)
        .rewrite("Goes to the table of the key's time", GET_ITEM)
        .fanOut(
            "Reads the tables of the times that it asks for: one after the other where time is the"
                + " order, else side by side and merged",
            QUERY)
        .fanOut("Reads table after table", SCAN)
        .fanOut(
            "One request for each period's table, all at once", BATCH_GET_ITEM, BATCH_WRITE_ITEM)
        .rewrite(
            "One transaction, each action on the table of its item's time",
            TRANSACT_GET_ITEMS,
            TRANSACT_WRITE_ITEMS)
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a time series, and PartiQL is not rewritten",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.partiQl())
        .refuse(
            "time series do not rewrite this operation",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.itemsExcept(SUPPORTED))
        .refuse(MANY, NAME_ONE, OperationGroups.schema())
        .refuse(MANY, NAME_ONE, OperationGroups.restore())
        .refuse(MANY, NAME_ONE, IMPORT_TABLE)
        .refuse(MANY, NAME_ONE, OperationGroups.wholeTables())
        .build();
  }
}
