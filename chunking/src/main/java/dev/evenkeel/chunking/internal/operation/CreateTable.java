package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** CreateTable is sent as it is, unless its indexes contradict the spec. */
public final class CreateTable
    extends OperationPlan<ManagedTables<TableStores>, CreateTableRequest, CreateTableResponse> {

  CreateTable() {
    super(
        Operation.CREATE_TABLE,
        CreateTableRequest.class,
        Disposition.PASS_THROUGH,
        ChunkingOperations.SCHEMA);
  }

  @Override
  public @Nullable Flow<CreateTableResponse> plan(
      ManagedTables<TableStores> tables, CreateTableRequest request) {
    TableStores stores = tables.find(request.tableName());
    if (stores != null) {
      TableMismatch.refuseAny(
          "CreateTable", stores.table(), problems(stores.table().spec(), request));
    }
    return null;
  }

  private static List<String> problems(ChunkingSpec spec, CreateTableRequest create) {
    TableDescription.Builder made =
        TableDescription.builder()
            .tableName(create.tableName())
            .keySchema(create.keySchema())
            .attributeDefinitions(create.attributeDefinitions())
            .localSecondaryIndexes(
                create.localSecondaryIndexes().stream()
                    .map(
                        index ->
                            LocalSecondaryIndexDescription.builder()
                                .indexName(index.indexName())
                                .keySchema(index.keySchema())
                                .projection(index.projection())
                                .build())
                    .toList())
            .globalSecondaryIndexes(
                create.globalSecondaryIndexes().stream()
                    .map(
                        index ->
                            GlobalSecondaryIndexDescription.builder()
                                .indexName(index.indexName())
                                .keySchema(index.keySchema())
                                .projection(index.projection())
                                .build())
                    .toList());
    return spec.mismatchesOf(made.build());
  }
}
