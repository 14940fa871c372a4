package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** UpdateTable is sent as it is, unless an index that it makes contradicts the spec. */
public final class UpdateTable
    extends OperationPlan<ManagedTables<TableStores>, UpdateTableRequest, UpdateTableResponse> {

  UpdateTable() {
    super(
        Operation.UPDATE_TABLE,
        UpdateTableRequest.class,
        Disposition.PASS_THROUGH,
        ChunkingOperations.SCHEMA);
  }

  @Override
  public @Nullable Flow<UpdateTableResponse> plan(
      ManagedTables<TableStores> tables, UpdateTableRequest request) {
    TableStores stores = tables.find(request.tableName());
    if (stores != null) {
      TableMismatch.refuseAny(
          "UpdateTable", stores.table(), problems(stores.table().spec(), request));
    }
    return null;
  }

  private static List<String> problems(ChunkingSpec spec, UpdateTableRequest update) {
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
