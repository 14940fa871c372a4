package dev.evenkeel.sharding.internal.plan;

import static dev.evenkeel.core.operation.Operation.BATCH_GET_ITEM;
import static dev.evenkeel.core.operation.Operation.BATCH_WRITE_ITEM;
import static dev.evenkeel.core.operation.Operation.GET_ITEM;
import static dev.evenkeel.core.operation.Operation.PUT_ITEM;
import static dev.evenkeel.core.operation.Operation.QUERY;
import static dev.evenkeel.core.operation.Operation.SCAN;

import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.core.operation.Operation.Kind;
import dev.evenkeel.core.operation.OperationTable;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

/** What sharding does with each operation on a sharded table. */
public final class ShardingOperations {
  private static final Set<Operation> SUPPORTED =
      EnumSet.of(PUT_ITEM, GET_ITEM, QUERY, SCAN, BATCH_GET_ITEM, BATCH_WRITE_ITEM);

  public static final OperationTable TABLE = table();

  private ShardingOperations() {}

  private static OperationTable table() {
    return OperationTable.builder()
        .rewrite("Writes the item to its shard", PUT_ITEM)
        .fanOut("Reads the item's shard; if the key does not tell it, every shard", GET_ITEM)
        .fanOut("Reads every shard and merges; one shard if the key condition tells it", QUERY)
        .rewrite("Passes through; items and start keys are logical", SCAN)
        .fanOut("Reads each key's shard; every shard of keys that do not tell it", BATCH_GET_ITEM)
        .fanOut(
            "Puts to each item's shard; deletes on every shard if the key does not tell it",
            BATCH_WRITE_ITEM)
        .passThrough("Names no table", account())
        .refuse(
            "the statement may name a sharded table, and PartiQL is not rewritten",
            "Use PutItem, GetItem, Query or Scan",
            of(Kind.PARTIQL))
        .refuse(
            "sharding does not rewrite this operation",
            "Use PutItem, GetItem, Query or Scan, or physical keys with the undecorated client",
            itemOperations())
        .refuse(
            "sharding does not rewrite this operation",
            "Call it on the undecorated client: it sees the physical table",
            control())
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
        .toArray(Operation[]::new);
  }

  private static Operation[] of(Kind kind) {
    return Stream.of(Operation.values())
        .filter(operation -> operation.kind() == kind)
        .toArray(Operation[]::new);
  }
}
