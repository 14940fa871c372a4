package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner.ShardingTables;
import dev.evenkeel.sharding.internal.table.LogicalSchema;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** UpdateTable: definitions and new indexes as the sharded table needs them. */
final class UpdateTable extends TableOperation<UpdateTableRequest, UpdateTableResponse> {

  UpdateTable() {
    super(
        Operation.UPDATE_TABLE,
        UpdateTableRequest.class,
        KEYS_ARE_LOGICAL,
        UpdateTableRequest::tableName,
        (schema, response) ->
            response.toBuilder()
                .tableDescription(schema.logical(response.tableDescription()))
                .build());
  }

  @Override
  UpdateTableRequest physical(
      ShardingTables tables, LogicalSchema schema, UpdateTableRequest request) {
    Call call = new Call("UpdateTable", request.tableName());
    schema.requireIndexes(call, request);
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
