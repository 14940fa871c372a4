package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.table.LogicalSchema;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;

/**
 * CreateTable: sharded keys are strings. A replica of a table in another account takes its key from
 * there, and may name none.
 */
final class CreateTable extends TableOperation<CreateTableRequest, CreateTableResponse> {

  CreateTable() {
    super(
        Operation.CREATE_TABLE,
        CreateTableRequest.class,
        KEYS_ARE_LOGICAL,
        CreateTableRequest::tableName,
        (schema, response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build());
  }

  @Override
  CreateTableRequest physical(
      ShardingTables tables, LogicalSchema schema, CreateTableRequest request) {
    Call call = new Call("CreateTable", request.tableName());
    schema.requireIndexes(
        call,
        request.attributeDefinitions(),
        request.localSecondaryIndexes(),
        request.globalSecondaryIndexes());
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
}
