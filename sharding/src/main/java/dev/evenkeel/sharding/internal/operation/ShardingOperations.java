package dev.evenkeel.sharding.internal.operation;

import static dev.evenkeel.sharding.internal.operation.TableOperation.KEYS_ARE_LOGICAL;

import dev.evenkeel.core.internal.operation.OperationGroups;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.OperationPlans;
import dev.evenkeel.core.internal.operation.OperationTable;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.table.LogicalSchema;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeBackupResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeImportResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/** The behavior of sharding for each operation on a sharded table. */
public final class ShardingOperations {
  private static final List<OperationPlan<ShardingTables, ?, ?>> PLANS =
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
          new TransactWriteItems(),
          new CreateTable(),
          new UpdateTable(),
          new TableOperation<>(
              Operation.DESCRIBE_TABLE,
              DescribeTableRequest.class,
              KEYS_ARE_LOGICAL,
              DescribeTableRequest::tableName,
              (LogicalSchema schema, DescribeTableResponse response) ->
                  response.toBuilder().table(schema.logical(response.table())).build()),
          new TableOperation<>(
              Operation.DELETE_TABLE,
              DeleteTableRequest.class,
              KEYS_ARE_LOGICAL,
              DeleteTableRequest::tableName,
              (LogicalSchema schema, DeleteTableResponse response) ->
                  response.toBuilder()
                      .tableDescription(schema.logical(response.tableDescription()))
                      .build()),
          new TableOperation<>(
              Operation.DESCRIBE_IMPORT,
              DescribeImportRequest.class,
              KEYS_ARE_LOGICAL,
              DescribeImportRequest::importArn,
              (LogicalSchema schema, DescribeImportResponse response) ->
                  response.toBuilder()
                      .importTableDescription(schema.logical(response.importTableDescription()))
                      .build()),
          new TableOperation<>(
              Operation.DESCRIBE_BACKUP,
              DescribeBackupRequest.class,
              KEYS_ARE_LOGICAL,
              DescribeBackupRequest::backupArn,
              (LogicalSchema schema, DescribeBackupResponse response) ->
                  response.toBuilder()
                      .backupDescription(schema.logical(response.backupDescription()))
                      .build()),
          new TableOperation<>(
              Operation.DELETE_BACKUP,
              DeleteBackupRequest.class,
              KEYS_ARE_LOGICAL,
              DeleteBackupRequest::backupArn,
              (LogicalSchema schema, DeleteBackupResponse response) ->
                  response.toBuilder()
                      .backupDescription(schema.logical(response.backupDescription()))
                      .build()),
          RestoreOperation.fromBackup(),
          RestoreOperation.toPointInTime());

  private static final OperationPlans<ShardingTables> ALL = new OperationPlans<>(PLANS, others());

  public static final OperationTable TABLE = ALL.table();

  private ShardingOperations() {}

  /** The operation that a request belongs to; null if it is passed through or refused. */
  static <R> @Nullable ShardingOperation<DynamoDbRequest, R> of(DynamoDbRequest request) {
    return ALL.find(ShardingOperation.class, request);
  }

  /** Adds the items that a request writes, or checks; none for a read. */
  public static void written(DynamoDbRequest request, WrittenItems items) {
    ShardingOperation<DynamoDbRequest, ?> operation = of(request);
    if (operation != null) {
      operation.written(request, items);
    }
  }

  private static OperationTable.Builder others() {
    return OperationTable.builder()
        .passThrough("Names no table", OperationGroups.account())
        .refuse(
            "the statement may name a sharded table, and PartiQL is not rewritten",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan",
            OperationGroups.partiQl())
        .refuse(
            "sharding does not rewrite this operation",
            "Use PutItem, UpdateItem, DeleteItem, GetItem, Query or Scan, or physical keys with the"
                + " undecorated client",
            OperationPlans.without(PLANS, OperationGroups.itemsExcept(Set.of())))
        .refuse(
            "the imported items would be stored as they are, not on shards",
            "Write them with this client, or import physical items with the undecorated one",
            Operation.IMPORT_TABLE)
        .passThrough(
            "Concerns the table as a whole; exports and streams hold physical items",
            OperationGroups.wholeTables());
  }
}
