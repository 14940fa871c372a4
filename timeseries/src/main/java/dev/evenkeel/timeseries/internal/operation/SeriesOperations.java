package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.OperationPlans;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.Set;

/** The behavior of a time series client for each operation on a series. */
final class SeriesOperations {
  private static final List<OperationPlan<SeriesTables, ?, ?>> PLANS =
      List.of(
          new PutItem(),
          new UpdateItem(),
          new DeleteItem(),
          new GetItem(),
          new Query(),
          new Scan(),
          new BatchGetItem(),
          new BatchWriteItem(),
          new TransactGetItems(),
          new TransactWriteItems());

  static final OperationPlans<SeriesTables> ALL = new OperationPlans<>(PLANS, others());

  private static final String MANY = "the series has a table for each period, and none of its own";
  private static final String NAME_ONE =
      "Name a period's table, as TimeSeriesSpec.tables() tells it; tables are built and changed by a TableLifecycle";
  private static final String USE_ITEMS =
      "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan";

  private SeriesOperations() {}

  private static OperationTable.Builder others() {
    return OperationTable.builder()
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a time series, and PartiQL is not rewritten",
            USE_ITEMS,
            OperationGroups.partiQl())
        .refuse(
            "time series do not rewrite this operation",
            USE_ITEMS,
            OperationPlans.without(PLANS, OperationGroups.itemsExcept(Set.of())))
        .refuse(MANY, NAME_ONE, OperationGroups.schema())
        .refuse(MANY, NAME_ONE, OperationGroups.restore())
        .refuse(MANY, NAME_ONE, Operation.IMPORT_TABLE)
        .refuse(MANY, NAME_ONE, OperationGroups.wholeTables());
  }
}
