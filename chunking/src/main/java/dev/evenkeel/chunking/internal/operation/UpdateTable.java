package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** UpdateTable is sent as it is, unless an index that it makes contradicts the spec. */
public final class UpdateTable extends SchemaOperation<UpdateTableRequest, UpdateTableResponse> {

  UpdateTable() {
    super(
        Operation.UPDATE_TABLE,
        UpdateTableRequest.class,
        UpdateTableRequest::tableName,
        ChunkingOperations.SCHEMA);
  }

  @Override
  List<String> problems(ChunkingSpec spec, UpdateTableRequest update) {
    List<GlobalSecondaryIndexDescription> made = new ArrayList<>();
    for (GlobalSecondaryIndexUpdate change : update.globalSecondaryIndexUpdates()) {
      CreateGlobalSecondaryIndexAction create = change.create();
      if (create != null) {
        made.add(
            GlobalSecondaryIndexDescription.builder()
                .indexName(create.indexName())
                .keySchema(create.keySchema())
                .projection(create.projection())
                .build());
      }
    }
    return spec.mismatchesOf(TableDescription.builder().globalSecondaryIndexes(made).build());
  }
}
