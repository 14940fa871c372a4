package dev.evenkeel.sharding.internal.plan.table;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.SingleAsk;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.Call;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
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
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** The operations that define and describe a table: the physical key type goes in and stays in. */
public final class TablePlan {
  private TablePlan() {}

  /** The plan of an operation that names key types of a sharded table; null for any other. */
  public static @Nullable Machine<?, ?, ?> of(
      ManagedTables<ManagedTable> tables, DynamoDbRequest request) {
    if (request instanceof CreateTableRequest create) {
      ManagedTable table = tables.find(create.tableName());
      return table == null ? null : create(new LogicalSchema(table), create);
    }
    if (request instanceof UpdateTableRequest update) {
      ManagedTable table = tables.find(update.tableName());
      return table == null ? null : update(new LogicalSchema(table), update);
    }
    if (request instanceof DescribeTableRequest describe) {
      ManagedTable table = tables.find(describe.tableName());
      return table == null ? null : describe(new LogicalSchema(table), describe);
    }
    if (request instanceof DeleteTableRequest delete) {
      ManagedTable table = tables.find(delete.tableName());
      return table == null ? null : delete(new LogicalSchema(table), delete);
    }
    if (request instanceof DescribeImportRequest describe) {
      ManagedTable table = tables.find(describe.importArn());
      return table == null ? null : describeImport(new LogicalSchema(table), describe);
    }
    return ofBackup(tables, request);
  }

  private static @Nullable Machine<?, ?, ?> ofBackup(
      ManagedTables<ManagedTable> tables, DynamoDbRequest request) {
    if (request instanceof DescribeBackupRequest describe) {
      ManagedTable table = tables.find(describe.backupArn());
      return table == null ? null : describeBackup(new LogicalSchema(table), describe);
    }
    if (request instanceof DeleteBackupRequest delete) {
      ManagedTable table = tables.find(delete.backupArn());
      return table == null ? null : deleteBackup(new LogicalSchema(table), delete);
    }
    return null;
  }

  /** A replica of a table in another account takes its key from there, and may name none. */
  private static Machine<?, ?, CreateTableResponse> create(
      LogicalSchema schema, CreateTableRequest request) {
    Call call = new Call("CreateTable", request.tableName());
    DeclaredIndexes.require(call, schema, request);
    CreateTableRequest.Builder physical = request.toBuilder();
    if (request.hasKeySchema()) {
      schema.requireKey(call, request.keySchema(), request.attributeDefinitions());
    }
    if (request.hasAttributeDefinitions()) {
      schema.requireTypes(call, request.attributeDefinitions());
      physical.attributeDefinitions(
          schema
              .indexes()
              .physicalDefinitions(
                  schema.physical(request.attributeDefinitions()),
                  request.globalSecondaryIndexes().stream().map(i -> i.indexName()).toList()));
    }
    if (request.hasGlobalSecondaryIndexes()) {
      physical.globalSecondaryIndexes(schema.indexes().physical(request.globalSecondaryIndexes()));
    }
    return SingleAsk.of(
        physical.build(),
        (CreateTableResponse response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static Machine<?, ?, UpdateTableResponse> update(
      LogicalSchema schema, UpdateTableRequest request) {
    Call call = new Call("UpdateTable", request.tableName());
    DeclaredIndexes.require(call, schema, request);
    UpdateTableRequest.Builder physical = request.toBuilder();
    if (request.hasAttributeDefinitions()) {
      schema.requireTypes(call, request.attributeDefinitions());
      physical.attributeDefinitions(
          schema
              .indexes()
              .physicalDefinitions(
                  schema.physical(request.attributeDefinitions()), created(request)));
    }
    if (request.hasGlobalSecondaryIndexUpdates()) {
      physical.globalSecondaryIndexUpdates(
          schema.indexes().physicalUpdates(request.globalSecondaryIndexUpdates()));
    }
    return SingleAsk.of(
        physical.build(),
        (UpdateTableResponse response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static List<String> created(UpdateTableRequest request) {
    return request.globalSecondaryIndexUpdates().stream()
        .filter(update -> update.create() != null)
        .map(update -> update.create().indexName())
        .toList();
  }

  private static Machine<?, ?, DescribeTableResponse> describe(
      LogicalSchema schema, DescribeTableRequest request) {
    return SingleAsk.of(
        request,
        (DescribeTableResponse response) ->
            response.toBuilder().table(schema.logical(response.table())).build(),
        UnaryOperator.identity());
  }

  private static Machine<?, ?, DeleteTableResponse> delete(
      LogicalSchema schema, DeleteTableRequest request) {
    return SingleAsk.of(
        request,
        (DeleteTableResponse response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static Machine<?, ?, DescribeImportResponse> describeImport(
      LogicalSchema schema, DescribeImportRequest request) {
    return SingleAsk.of(
        request,
        (DescribeImportResponse response) ->
            response.toBuilder()
                .importTableDescription(schema.logical(response.importTableDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static Machine<?, ?, DescribeBackupResponse> describeBackup(
      LogicalSchema schema, DescribeBackupRequest request) {
    return SingleAsk.of(
        request,
        (DescribeBackupResponse response) ->
            response.toBuilder()
                .backupDescription(schema.logical(response.backupDescription()))
                .build(),
        UnaryOperator.identity());
  }

  private static Machine<?, ?, DeleteBackupResponse> deleteBackup(
      LogicalSchema schema, DeleteBackupRequest request) {
    return SingleAsk.of(
        request,
        (DeleteBackupResponse response) ->
            response.toBuilder()
                .backupDescription(schema.logical(response.backupDescription()))
                .build(),
        UnaryOperator.identity());
  }
}
