package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.operation.Operation;

/** What a simulated client does with each operation on a simulated table. */
final class SimulatorOperations {
  static final OperationTable TABLE =
      OperationTable.builder()
          .rewrite(
              "offered to the partitions, and sent if they accept it",
              Operation.GET_ITEM,
              Operation.QUERY,
              Operation.SCAN,
              Operation.PUT_ITEM,
              Operation.UPDATE_ITEM,
              Operation.DELETE_ITEM,
              Operation.BATCH_GET_ITEM,
              Operation.BATCH_WRITE_ITEM,
              Operation.TRANSACT_GET_ITEMS,
              Operation.TRANSACT_WRITE_ITEMS)
          .refuse(
              "the text of a statement does not say which partitions it costs",
              "Use the operations on items, or send it with the client behind, uncharged",
              OperationGroups.partiQl())
          .refuse(
              "AWS does not say which partitions a search by vectors costs",
              "Send it with the client behind, uncharged",
              Operation.SEARCH_VECTORS)
          .passThrough("reads and writes no items", OperationGroups.account())
          .passThrough("consumes no read or write units", OperationGroups.schema())
          .passThrough("consumes no read or write units", OperationGroups.restore())
          .passThrough("consumes no read or write units", OperationGroups.wholeTables())
          .passThrough("consumes no read or write units", Operation.IMPORT_TABLE)
          .build();

  private SimulatorOperations() {}
}
