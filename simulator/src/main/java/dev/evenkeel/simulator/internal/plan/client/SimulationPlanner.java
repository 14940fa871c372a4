package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.Operation;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Plans each request on a simulated table as a flow. */
public final class SimulationPlanner {
  private static final Set<Operation> DEFINING =
      Set.of(Operation.CREATE_TABLE, Operation.UPDATE_TABLE, Operation.DELETE_TABLE);

  private final TableCatalog catalog;
  private final Meter meter;
  private final Decisions decisions;

  public SimulationPlanner(TableCatalog catalog, Meter meter) {
    this.catalog = catalog;
    this.meter = meter;
    this.decisions = new Decisions(meter);
  }

  /**
   * The flow of a request; null if it goes to the client behind as it is.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if its cost cannot be determined
   */
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    Flow<R> flow = planned(operation, request);
    return flow == null ? null : flow.step(SimulationPlanner.class, operation.sdkName());
  }

  private <R> @Nullable Flow<R> planned(Operation operation, DynamoDbRequest request) {
    if (DEFINING.contains(operation)) {
      return defined(request);
    }
    return switch (SimulatorOperations.TABLE.disposition(operation)) {
      case PASS_THROUGH -> null;
      case REFUSE -> refused(operation, request);
      default -> catalog.simulates(request) ? simulated(operation, request) : null;
    };
  }

  private <R> @Nullable Flow<R> refused(Operation operation, DynamoDbRequest request) {
    if (operation.kind() == Operation.Kind.PARTIQL || catalog.simulates(request)) {
      throw SimulatorOperations.TABLE.refusal(
          operation,
          operation.kind() == Operation.Kind.PARTIQL
              ? "the tables of a statement"
              : String.join(", ", RequestTables.of(request)));
    }
    return null;
  }

  /** A created, changed or deleted table is simulated as a new one. */
  private <R> Flow<R> defined(DynamoDbRequest request) {
    return Decisions.send(request)
        .map(
            answer -> {
              catalog.forget(request).forEach(meter::forget);
              return TableCall.response(answer);
            });
  }

  private <R> Flow<R> simulated(Operation operation, DynamoDbRequest request) {
    refuseLegacyParameters(request);
    return catalog.of(request).then(tables -> flow(tables, operation, request));
  }

  private static void refuseLegacyParameters(DynamoDbRequest request) {
    if (request instanceof QueryRequest query && query.hasKeyConditions()) {
      throw new Call("Query", query.tableName())
          .refuse("the legacy parameter KeyConditions is used", "Use KeyConditionExpression");
    }
    if (request instanceof UpdateItemRequest update && update.hasAttributeUpdates()) {
      throw new Call("UpdateItem", update.tableName())
          .refuse("the legacy parameter AttributeUpdates is used", "Use UpdateExpression");
    }
  }

  private <R> Flow<R> flow(Tables tables, Operation operation, DynamoDbRequest request) {
    ItemReads reads = new ItemReads(tables, decisions);
    ItemWrites writes = new ItemWrites(tables, decisions);
    Transactions transactions = new Transactions(tables, decisions);
    Flow<? extends DynamoDbResponse> flow =
        switch (operation) {
          case GET_ITEM -> reads.get((GetItemRequest) request);
          case QUERY -> reads.query((QueryRequest) request);
          case SCAN -> reads.scan((ScanRequest) request);
          case PUT_ITEM -> writes.put((PutItemRequest) request);
          case UPDATE_ITEM -> writes.update((UpdateItemRequest) request);
          case DELETE_ITEM -> writes.delete((DeleteItemRequest) request);
          case BATCH_GET_ITEM ->
              new BatchReads(tables, decisions).get((BatchGetItemRequest) request);
          case BATCH_WRITE_ITEM ->
              new BatchWrites(tables, decisions).write((BatchWriteItemRequest) request);
          case TRANSACT_GET_ITEMS -> transactions.get((TransactGetItemsRequest) request);
          case TRANSACT_WRITE_ITEMS -> transactions.write((TransactWriteItemsRequest) request);
          default -> throw new IllegalStateException(operation + " has no flow");
        };
    return flow.map(TableCall::response);
  }

  /** The disposition of each operation on a simulated table. */
  private static final class SimulatorOperations {
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
            .passThrough("reads and writes no items", OperationGroups.account())
            .passThrough("consumes no read or write units", OperationGroups.schema())
            .passThrough("consumes no read or write units", OperationGroups.restore())
            .passThrough("consumes no read or write units", OperationGroups.wholeTables())
            .passThrough("consumes no read or write units", Operation.IMPORT_TABLE)
            .build();

    private SimulatorOperations() {}
  }
}
