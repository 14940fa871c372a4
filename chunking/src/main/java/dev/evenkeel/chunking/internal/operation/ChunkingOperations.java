package dev.evenkeel.chunking.internal.operation;

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

/** What chunking does with each operation on a table with large values. */
public final class ChunkingOperations {
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

  public static final OperationTable TABLE = table();

  private ChunkingOperations() {}

  private static OperationTable table() {
    return OperationTable.builder()
        .fanOut(
            "Compresses; what does not fit is written outside first, and one transaction makes it visible",
            PUT_ITEM)
        .fanOut(
            "The same for values that it sets; SET to a value and REMOVE are all that a large"
                + " attribute allows",
            UPDATE_ITEM)
        .fanOut("Deletes the item, and what it has outside after the grace", DELETE_ITEM)
        .fanOut("Fetches values outside, and unpacks", GET_ITEM, TRANSACT_GET_ITEMS)
        .fanOut(
            "Fetches values outside, and unpacks; a page ends early rather than pass the limit of"
                + " bytes",
            QUERY,
            SCAN)
        .fanOut(
            "Fetches values outside, and unpacks; keys beyond the limit of bytes come back"
                + " unprocessed",
            BATCH_GET_ITEM)
        .fanOut(
            "One batch of what fits in items; what does not is put one by one before it",
            BATCH_WRITE_ITEM)
        .fanOut(
            "One transaction; values outside are written before it, and it makes them visible",
            TRANSACT_WRITE_ITEMS)
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a table with large values, and PartiQL is not rewritten",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.partiQl())
        .refuse(
            "chunking does not rewrite this operation",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.itemsExcept(SUPPORTED))
        .passThrough(
            "Tells of keys and indexes, which are never large; one that would be is refused",
            OperationGroups.schema())
        .passThrough(
            "Concerns the table alone: a restored table needs its chunk table, or its bucket, as of"
                + " the same time",
            OperationGroups.restore())
        .passThrough(
            "Concerns the table alone: values outside are not imported with their items",
            IMPORT_TABLE)
        .passThrough(
            "Concerns the table as a whole; exports and streams hold items as they are stored, and a"
                + " large TTL attribute is refused",
            OperationGroups.wholeTables())
        .build();
  }
}
