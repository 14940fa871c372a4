package dev.evenkeel.sharding.internal.plan.table;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.operation.Call;
import dev.evenkeel.core.operation.ManagedTables;
import dev.evenkeel.sharding.internal.plan.layout.ManagedTable;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
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
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** The operations that define and describe a table: the physical key type goes in and stays in. */
public final class TablePlan {
  private TablePlan() {}

  /** The plan of an operation that names key types of a sharded table; null for any other. */
  public static @Nullable Plan<?> of(ManagedTables<ManagedTable> tables, DynamoDbRequest request) {
    if (request instanceof CreateTableRequest create) {
      return plan(
          tables,
          create.tableName(),
          schema -> create(schema, create),
          (LogicalSchema schema, CreateTableResponse response) ->
              response.toBuilder()
                  .tableDescription(schema.logical(response.tableDescription()))
                  .build());
    }
    if (request instanceof UpdateTableRequest update) {
      return plan(
          tables,
          update.tableName(),
          schema -> update(schema, update),
          (LogicalSchema schema, UpdateTableResponse response) ->
              response.toBuilder()
                  .tableDescription(schema.logical(response.tableDescription()))
                  .build());
    }
    if (request instanceof DescribeTableRequest describe) {
      return plan(
          tables,
          describe.tableName(),
          schema -> describe,
          (LogicalSchema schema, DescribeTableResponse response) ->
              response.toBuilder().table(schema.logical(response.table())).build());
    }
    if (request instanceof DeleteTableRequest delete) {
      return plan(
          tables,
          delete.tableName(),
          schema -> delete,
          (LogicalSchema schema, DeleteTableResponse response) ->
              response.toBuilder()
                  .tableDescription(schema.logical(response.tableDescription()))
                  .build());
    }
    return ofCopy(tables, request);
  }

  /** The plan of an operation on what a table was imported from, or on its backup. */
  private static @Nullable Plan<?> ofCopy(
      ManagedTables<ManagedTable> tables, DynamoDbRequest request) {
    if (request instanceof DescribeImportRequest describe) {
      return plan(
          tables,
          describe.importArn(),
          schema -> describe,
          (LogicalSchema schema, DescribeImportResponse response) ->
              response.toBuilder()
                  .importTableDescription(schema.logical(response.importTableDescription()))
                  .build());
    }
    if (request instanceof DescribeBackupRequest describe) {
      return plan(
          tables,
          describe.backupArn(),
          schema -> describe,
          (LogicalSchema schema, DescribeBackupResponse response) ->
              response.toBuilder()
                  .backupDescription(schema.logical(response.backupDescription()))
                  .build());
    }
    if (request instanceof DeleteBackupRequest delete) {
      return plan(
          tables,
          delete.backupArn(),
          schema -> delete,
          (LogicalSchema schema, DeleteBackupResponse response) ->
              response.toBuilder()
                  .backupDescription(schema.logical(response.backupDescription()))
                  .build());
    }
    return null;
  }

  private static <R extends DynamoDbResponse> @Nullable Plan<R> plan(
      ManagedTables<ManagedTable> tables,
      @Nullable String nameOrArn,
      Function<LogicalSchema, DynamoDbRequest> physical,
      BiFunction<LogicalSchema, R, R> logical) {
    ManagedTable table = tables.find(nameOrArn);
    if (table == null) {
      return null;
    }
    LogicalSchema schema = new LogicalSchema(table);
    return Plan.of(
        Flow.ask(new TableCall<R>(physical.apply(schema)))
            .map(response -> logical.apply(schema, response))
            .step(TablePlan.class, "send"));
  }

  /** A replica of a table in another account takes its key from there, and may name none. */
  private static CreateTableRequest create(LogicalSchema schema, CreateTableRequest request) {
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
    return physical.build();
  }

  private static UpdateTableRequest update(LogicalSchema schema, UpdateTableRequest request) {
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
    return physical.build();
  }

  private static List<String> created(UpdateTableRequest request) {
    return request.globalSecondaryIndexUpdates().stream()
        .filter(update -> update.create() != null)
        .map(update -> update.create().indexName())
        .toList();
  }
}
