package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.OperationPlans;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.Set;

/** The disposition of each operation on a table with large values. */
public final class ChunkingOperations {
  static final String SCHEMA =
      "Tells of keys and indexes, which are never large; one that would be is refused";
  static final String WHOLE_TABLE =
      "Concerns the table as a whole; exports and streams hold items as they are stored, and a"
          + " large TTL attribute is refused";

  private static final List<OperationPlan<ManagedTables<TableStores>, ?, ?>> PLANS =
      List.of(
          new PutItem(),
          new UpdateItem(),
          new DeleteItem(),
          new BatchWriteItem(),
          new TransactWriteItems(),
          new GetItem(),
          new BatchGetItem(),
          new Query(),
          new Scan(),
          new TransactGetItems(),
          SchemaOperation.createTable(),
          SchemaOperation.updateTable(),
          SchemaOperation.updateTimeToLive());

  static final OperationPlans<ManagedTables<TableStores>> ALL =
      new OperationPlans<>(PLANS, others());

  public static final OperationTable TABLE = ALL.table();

  private ChunkingOperations() {}

  private static OperationTable.Builder others() {
    return OperationTable.builder()
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a table with large values, and PartiQL is not rewritten",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.partiQl())
        .refuse(
            "chunking does not rewrite this operation",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationPlans.without(PLANS, OperationGroups.itemsExcept(Set.of())))
        .passThrough(SCHEMA, OperationPlans.without(PLANS, OperationGroups.schema()))
        .passThrough(
            "Concerns the table alone: a restored table needs its chunk table, or its bucket, as of"
                + " the same time",
            OperationGroups.restore())
        .passThrough(
            "Concerns the table alone: values outside are not imported with their items",
            Operation.IMPORT_TABLE)
        .passThrough(WHOLE_TABLE, OperationPlans.without(PLANS, OperationGroups.wholeTables()));
  }
}
