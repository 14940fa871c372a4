package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.operation.Operation;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** CreateTable is sent as it is, unless its indexes contradict the spec. */
public final class CreateTable extends SchemaOperation<CreateTableRequest, CreateTableResponse> {

  CreateTable() {
    super(
        Operation.CREATE_TABLE,
        CreateTableRequest.class,
        CreateTableRequest::tableName,
        ChunkingOperations.SCHEMA);
  }

  @Override
  List<String> problems(ChunkingSpec spec, CreateTableRequest create) {
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
