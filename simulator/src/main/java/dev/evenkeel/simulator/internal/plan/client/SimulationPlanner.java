package dev.evenkeel.simulator.internal.plan.client;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
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
  private final ItemReads reads;
  private final ItemWrites writes;
  private final BatchReads batchReads;
  private final BatchWrites batchWrites;
  private final Transactions transactions;

  public SimulationPlanner(TableCatalog catalog, Meter meter) {
    Decisions decisions = new Decisions(meter);
    this.catalog = catalog;
    this.meter = meter;
    this.reads = new ItemReads(catalog, decisions);
    this.writes = new ItemWrites(catalog, decisions);
    this.batchReads = new BatchReads(catalog, decisions);
    this.batchWrites = new BatchWrites(catalog, decisions);
    this.transactions = new Transactions(catalog, decisions);
  }

  /**
   * The flow of a request; null if it goes to the client behind as it is.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if its cost cannot be determined
   */
  public <R> @Nullable Flow<R> plan(DynamoDbRequest request) {
    Operation operation = Operation.of(request);
    Flow<? extends DynamoDbResponse> flow = planned(operation, request);
    return flow == null
        ? null
        : flow.<R>map(TableCall::response).step(SimulationPlanner.class, operation.sdkName());
  }

  private @Nullable Flow<? extends DynamoDbResponse> planned(
      Operation operation, DynamoDbRequest request) {
    if (DEFINING.contains(operation)) {
      return defined(request);
    }
    return switch (SimulatorOperations.TABLE.disposition(operation)) {
      case PASS_THROUGH -> null;
      case REFUSE -> refused(operation, request);
      default -> catalog.simulates(request) ? flow(operation, request) : null;
    };
  }

  private @Nullable Flow<DynamoDbResponse> refused(Operation operation, DynamoDbRequest request) {
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
  private Flow<DynamoDbResponse> defined(DynamoDbRequest request) {
    return Decisions.send(request)
        .map(
            answer -> {
              catalog.forget(request).forEach(meter::forget);
              return answer;
            });
  }

  private Flow<? extends DynamoDbResponse> flow(Operation operation, DynamoDbRequest request) {
    return switch (operation) {
      case GET_ITEM -> reads.get((GetItemRequest) request);
      case QUERY -> reads.query((QueryRequest) request);
      case SCAN -> reads.scan((ScanRequest) request);
      case PUT_ITEM -> writes.put((PutItemRequest) request);
      case UPDATE_ITEM -> writes.update((UpdateItemRequest) request);
      case DELETE_ITEM -> writes.delete((DeleteItemRequest) request);
      case BATCH_GET_ITEM -> batchReads.get((BatchGetItemRequest) request);
      case BATCH_WRITE_ITEM -> batchWrites.write((BatchWriteItemRequest) request);
      case TRANSACT_GET_ITEMS -> transactions.get((TransactGetItemsRequest) request);
      case TRANSACT_WRITE_ITEMS -> transactions.write((TransactWriteItemsRequest) request);
      default -> throw new IllegalStateException(operation + " has no flow");
    };
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
