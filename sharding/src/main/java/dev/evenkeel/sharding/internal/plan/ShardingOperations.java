package dev.evenkeel.sharding.internal.plan;

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

/** What sharding does with each operation on a sharded table. */
public final class ShardingOperations {
  private static final Set<Operation> SUPPORTED =
      EnumSet.of(
          BATCH_GET_ITEM,
          BATCH_WRITE_ITEM,
          PUT_ITEM,
          UPDATE_ITEM,
          DELETE_ITEM,
          GET_ITEM,
          QUERY,
          SCAN,
          TRANSACT_GET_ITEMS,
          TRANSACT_WRITE_ITEMS);

  public static final OperationTable TABLE = table();

  private ShardingOperations() {}

  private static OperationTable table() {
    return OperationTable.builder()
        .rewrite("Writes the item to its shard", PUT_ITEM)
        .fanOut(
            "Writes to the item's shard; if the key does not tell it, reads every shard to find it",
            UPDATE_ITEM,
            DELETE_ITEM)
        .fanOut("Reads the item's shard; if the key does not tell it, every shard", GET_ITEM)
        .fanOut(
            "Reads every shard and merges, also on an index that is keyed by the sharded attribute or"
                + " sharded itself; one shard if the key condition tells it; passes through on"
                + " other indexes",
            QUERY)
        .rewrite(
            "Passes through; items, start keys and the partition key in the filter are logical; the"
                + " items of one key come shard by shard, not together and not in order",
            SCAN)
        .fanOut("Reads each key's shard; every shard of keys that do not tell it", BATCH_GET_ITEM)
        .fanOut(
            "Puts to each item's shard; deletes on every shard if the key does not tell it",
            BATCH_WRITE_ITEM)
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a sharded table, and PartiQL is not rewritten",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.partiQl())
        .refuse(
            "sharding does not rewrite this operation",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan, or physical keys with the undecorated client",
            OperationGroups.itemsExcept(SUPPORTED))
        .rewrite(
            "One transaction, each action on the shard of its item; where the shard is drawn, puts"
                + " only",
            TRANSACT_WRITE_ITEMS)
        .rewrite(
            "One transaction; a key that does not tell the shard becomes one read per shard in it",
            TRANSACT_GET_ITEMS)
        .rewrite(
            "The type of the partition key and the keys of sharded indexes are the logical ones",
            OperationGroups.schema())
        .rewrite(
            "Passes through if source and target are sharded alike; keys and their types are logical",
            OperationGroups.restore())
        .refuse(
            "the imported items would be stored as they are, not on shards",
            "Write them with this client, or import physical items with the undecorated one",
            IMPORT_TABLE)
        .passThrough(
            "Concerns the table as a whole; exports and streams hold physical items",
            OperationGroups.wholeTables())
        .build();
  }
}
