package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.internal.write.TableStores;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.CreateGlobalSecondaryIndexAction;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/**
 * A request that makes or changes a table: sent as it is, and refused if it contradicts the spec.
 * It would lose rows later, and in silence: an item whose index key is stored elsewhere is not in
 * the index.
 */
final class SchemaOperation<Q extends DynamoDbRequest, R>
    extends OperationPlan<ManagedTables<TableStores>, Q, Flow<R>> {
  private final Function<Q, String> tableName;
  private final BiFunction<ChunkingSpec, Q, List<String>> problems;

  /**
   * @param problems the contradictions between the spec and a request
   */
  private SchemaOperation(
      Operation operation,
      Class<Q> type,
      Function<Q, String> tableName,
      BiFunction<ChunkingSpec, Q, List<String>> problems,
      String explanation) {
    super(operation, type, Disposition.PASS_THROUGH, explanation);
    this.tableName = tableName;
    this.problems = problems;
  }

  /** CreateTable is sent as it is, unless its indexes contradict the spec. */
  static SchemaOperation<CreateTableRequest, CreateTableResponse> createTable() {
    return new SchemaOperation<>(
        Operation.CREATE_TABLE,
        CreateTableRequest.class,
        CreateTableRequest::tableName,
        SchemaOperation::ofTable,
        ChunkingOperations.SCHEMA);
  }

  /** UpdateTable is sent as it is, unless an index that it makes contradicts the spec. */
  static SchemaOperation<UpdateTableRequest, UpdateTableResponse> updateTable() {
    return new SchemaOperation<>(
        Operation.UPDATE_TABLE,
        UpdateTableRequest.class,
        UpdateTableRequest::tableName,
        SchemaOperation::ofNewIndexes,
        ChunkingOperations.SCHEMA);
  }

  /** UpdateTimeToLive is sent as it is, unless its attribute is large. */
  static SchemaOperation<UpdateTimeToLiveRequest, UpdateTimeToLiveResponse> updateTimeToLive() {
    return new SchemaOperation<>(
        Operation.UPDATE_TIME_TO_LIVE,
        UpdateTimeToLiveRequest.class,
        UpdateTimeToLiveRequest::tableName,
        SchemaOperation::ofTimeToLive,
        ChunkingOperations.WHOLE_TABLE);
  }

  @Override
  public @Nullable Flow<R> plan(ManagedTables<TableStores> tables, Q request) {
    TableStores stores = tables.find(tableName.apply(request));
    if (stores != null) {
      List<String> found = problems.apply(stores.table().spec(), request);
      if (!found.isEmpty()) {
        throw new Call(operation().sdkName(), stores.table().name())
            .refuse(
                "it contradicts the spec of large values: " + String.join("; ", found),
                "Correct it, or leave the attribute out of the spec");
      }
    }
    return null;
  }

  private static List<String> ofTable(ChunkingSpec spec, CreateTableRequest create) {
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

  private static List<String> ofNewIndexes(ChunkingSpec spec, UpdateTableRequest update) {
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

  private static List<String> ofTimeToLive(ChunkingSpec spec, UpdateTimeToLiveRequest update) {
    boolean large =
        update.timeToLiveSpecification() != null
            && Boolean.TRUE.equals(update.timeToLiveSpecification().enabled())
            && spec.attributes().containsKey(update.timeToLiveSpecification().attributeName());
    return large
        ? List.of(
            "attribute '%s' is large, and would never expire"
                .formatted(update.timeToLiveSpecification().attributeName()))
        : List.of();
  }
}
