package dev.evenkeel.sharding.internal.plan;

import static dev.evenkeel.core.operation.Operation.BATCH_GET_ITEM;
import static dev.evenkeel.core.operation.Operation.BATCH_WRITE_ITEM;
import static dev.evenkeel.core.operation.Operation.CREATE_TABLE;
import static dev.evenkeel.core.operation.Operation.DELETE_ITEM;
import static dev.evenkeel.core.operation.Operation.DELETE_TABLE;
import static dev.evenkeel.core.operation.Operation.DESCRIBE_IMPORT;
import static dev.evenkeel.core.operation.Operation.DESCRIBE_TABLE;
import static dev.evenkeel.core.operation.Operation.GET_ITEM;
import static dev.evenkeel.core.operation.Operation.IMPORT_TABLE;
import static dev.evenkeel.core.operation.Operation.PUT_ITEM;
import static dev.evenkeel.core.operation.Operation.QUERY;
import static dev.evenkeel.core.operation.Operation.RESTORE_TABLE_FROM_BACKUP;
import static dev.evenkeel.core.operation.Operation.RESTORE_TABLE_TO_POINT_IN_TIME;
import static dev.evenkeel.core.operation.Operation.SCAN;
import static dev.evenkeel.core.operation.Operation.TRANSACT_GET_ITEMS;
import static dev.evenkeel.core.operation.Operation.TRANSACT_WRITE_ITEMS;
import static dev.evenkeel.core.operation.Operation.UPDATE_ITEM;
import static dev.evenkeel.core.operation.Operation.UPDATE_TABLE;

import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.Operation.Kind;
import dev.evenkeel.core.operation.OperationTable;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

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

  private static final Set<Operation> SCHEMA =
      EnumSet.of(CREATE_TABLE, UPDATE_TABLE, DESCRIBE_TABLE, DELETE_TABLE, DESCRIBE_IMPORT);

  private static final Set<Operation> RESTORE =
      EnumSet.of(RESTORE_TABLE_FROM_BACKUP, RESTORE_TABLE_TO_POINT_IN_TIME);

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
        .rewrite("Passes through; items and start keys are logical", SCAN)
        .fanOut("Reads each key's shard; every shard of keys that do not tell it", BATCH_GET_ITEM)
        .fanOut(
            "Puts to each item's shard; deletes on every shard if the key does not tell it",
            BATCH_WRITE_ITEM)
        .passThrough("Names no table", account())
        .refuse(
            "the statement may name a sharded table, and PartiQL is not rewritten",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            of(Kind.PARTIQL))
        .refuse(
            "sharding does not rewrite this operation",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan, or physical keys with the undecorated client",
            itemOperations())
        .rewrite(
            "One transaction, each action on the shard of its item; where the shard is drawn, puts"
                + " only",
            TRANSACT_WRITE_ITEMS)
        .rewrite(
            "One transaction; a key that does not tell the shard becomes one read per shard in it",
            TRANSACT_GET_ITEMS)
        .rewrite(
            "The type of the partition key and the keys of sharded indexes are the logical ones",
            array(SCHEMA))
        .rewrite(
            "Passes through if source and target are sharded alike; keys and their types are logical",
            array(RESTORE))
        .refuse(
            "the imported items would be stored as they are, not on shards",
            "Write them with this client, or import physical items with the undecorated one",
            IMPORT_TABLE)
        .passThrough(
            "Concerns the table as a whole; exports and streams hold physical items", control())
        .build();
  }

  private static Operation[] account() {
    return of(Kind.ACCOUNT);
  }

  private static Operation[] itemOperations() {
    return Stream.of(Operation.values())
        .filter(operation -> isItemOperation(operation) && !SUPPORTED.contains(operation))
        .toArray(Operation[]::new);
  }

  private static boolean isItemOperation(Operation operation) {
    return operation.kind() == Kind.ITEM_READ || operation.kind() == Kind.ITEM_WRITE;
  }

  private static Operation[] control() {
    return Stream.of(Operation.values())
        .filter(operation -> !isItemOperation(operation))
        .filter(operation -> operation.kind() != Kind.PARTIQL && operation.kind() != Kind.ACCOUNT)
        .filter(operation -> !SCHEMA.contains(operation) && !RESTORE.contains(operation))
        .filter(operation -> operation != IMPORT_TABLE)
        .toArray(Operation[]::new);
  }

  private static Operation[] array(Set<Operation> operations) {
    return operations.toArray(Operation[]::new);
  }

  private static Operation[] of(Kind kind) {
    return Stream.of(Operation.values())
        .filter(operation -> operation.kind() == kind)
        .toArray(Operation[]::new);
  }
}
