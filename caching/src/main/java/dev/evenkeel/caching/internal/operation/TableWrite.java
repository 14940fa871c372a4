package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.TierRequest.Removal;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.RequestTables;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionResponse;

/**
 * A write that names tables and no items: a PartiQL statement, or the deletion of a table. All
 * items of this client's tables leave memory.
 *
 * @param <Q> the operation's request
 * @param <R> the operation's response
 */
final class TableWrite<Q extends DynamoDbRequest, R extends DynamoDbResponse>
    extends OperationPlan<CachingTables, Q, Flow<R>> {

  private TableWrite(Operation operation, Class<Q> type) {
    super(
        operation,
        type,
        Disposition.PASS_THROUGH,
        "Sent as it is; before a write of a cached table all items are taken out of memory");
  }

  static List<TableWrite<?, ?>> all() {
    return List.of(
        new TableWrite<ExecuteStatementRequest, ExecuteStatementResponse>(
            Operation.EXECUTE_STATEMENT, ExecuteStatementRequest.class),
        new TableWrite<BatchExecuteStatementRequest, BatchExecuteStatementResponse>(
            Operation.BATCH_EXECUTE_STATEMENT, BatchExecuteStatementRequest.class),
        new TableWrite<ExecuteTransactionRequest, ExecuteTransactionResponse>(
            Operation.EXECUTE_TRANSACTION, ExecuteTransactionRequest.class),
        new TableWrite<DeleteTableRequest, DeleteTableResponse>(
            Operation.DELETE_TABLE, DeleteTableRequest.class));
  }

  @Override
  public @Nullable Flow<R> plan(CachingTables tables, Q request) {
    if (!tables.managed().namedBy(request) || isRead(request)) {
      return null;
    }
    return Flow.defer(
        () ->
            tables.written(
                tables.store().writingAll(tables.names()),
                Flow.ask(new TableCall<R>(request)),
                Removal.ofAll(tables.names())));
  }

  private static boolean isRead(DynamoDbRequest request) {
    List<String> statements = RequestTables.statements(request);
    return !statements.isEmpty()
        && statements.stream()
            .allMatch(text -> text.strip().toLowerCase(Locale.ROOT).startsWith("select"));
  }
}
