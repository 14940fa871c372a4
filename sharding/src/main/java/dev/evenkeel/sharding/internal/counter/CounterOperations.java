package dev.evenkeel.sharding.internal.counter;

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

import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import java.util.EnumSet;
import java.util.Set;

/** The behavior of sharding for each operation on a table of counters. */
public final class CounterOperations {
  private static final String READ_INSTEAD =
      "Read counters with GetItem, BatchGetItem or Query, which sum their rows";

  private static final Set<Operation> ITEMS =
      EnumSet.of(
          BATCH_GET_ITEM,
          BATCH_WRITE_ITEM,
          DELETE_ITEM,
          GET_ITEM,
          PUT_ITEM,
          QUERY,
          SCAN,
          TRANSACT_GET_ITEMS,
          TRANSACT_WRITE_ITEMS,
          UPDATE_ITEM);

  public static final OperationTable TABLE = table();

  private CounterOperations() {}

  private static OperationTable table() {
    OperationTable.Builder table = OperationTable.builder();
    items(table);
    return table
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a table of counters, and PartiQL is not rewritten",
            "Use UpdateItem, DeleteItem, GetItem or Query",
            OperationGroups.partiQl())
        .refuse(
            "counters do not take part in this operation",
            READ_INSTEAD,
            OperationGroups.itemsExcept(ITEMS))
        .rewrite("The type of the partition key is the logical one", OperationGroups.schema())
        .rewrite(
            "Passes through if source and target hold counters in the same layout; key types are"
                + " logical",
            OperationGroups.restore())
        .refuse(
            "the imported items would be stored as they are, past the rows of the counters",
            "Add the counts with this client, or import rows with the undecorated one",
            IMPORT_TABLE)
        .passThrough(
            "Concerns the table as a whole; exports and streams hold the rows of counters",
            OperationGroups.wholeTables())
        .build();
  }

  private static void items(OperationTable.Builder table) {
    table
        .rewrite("An ADD of numbers to summed attributes, to a row drawn each time", UPDATE_ITEM)
        .fanOut("Deletes every row of the counter", DELETE_ITEM)
        .fanOut("Reads every row of the counter and sums", GET_ITEM)
        .fanOut("Reads every row of each counter and sums", BATCH_GET_ITEM)
        .fanOut("Deletes every row of each counter; puts are refused", BATCH_WRITE_ITEM)
        .fanOut("Reads every shard, merges, and sums the rows of each sort key", QUERY)
        .refuse("a put would replace one row of a counter", CounterTable.ADD_INSTEAD, PUT_ITEM)
        .refuse(
            "a scan meets the rows of one counter on different pages, each with a part of its sum",
            READ_INSTEAD
                + ", or scan with the undecorated client and sum the rows that"
                + " ShardedKeys.toLogical gives one key",
            SCAN)
        .refuse(
            "an action of a transaction conflicts with the additions that go to its row",
            "Add to the counter when the transaction has succeeded, or keep the number in an item"
                + " of another table",
            TRANSACT_WRITE_ITEMS)
        .refuse(
            "a read in a transaction conflicts with the additions to every row of the counter",
            READ_INSTEAD,
            TRANSACT_GET_ITEMS);
  }
}
