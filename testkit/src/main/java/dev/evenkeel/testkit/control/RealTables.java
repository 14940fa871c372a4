package dev.evenkeel.testkit.control;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * The tables behind a simulator's, on a server that does table operations at once: the same keys
 * and indexes, without capacity, tags, time to live and protection, which are the simulator's.
 */
@FunctionalInterface
interface RealTables {
  /** For a simulator without a data plane: its tables have no index to wait for. */
  RealTables NONE = request -> DescribeTableResponse.builder().table(t -> {}).build();

  DynamoDbResponse send(DynamoDbRequest request);

  default void create(CreateTableRequest request) {
    CreateTableRequest.Builder real =
        CreateTableRequest.builder()
            .tableName(request.tableName())
            .attributeDefinitions(request.attributeDefinitions())
            .keySchema(request.keySchema())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .streamSpecification(request.streamSpecification());
    if (request.hasLocalSecondaryIndexes()) {
      real.localSecondaryIndexes(request.localSecondaryIndexes());
    }
    if (request.hasGlobalSecondaryIndexes()) {
      real.globalSecondaryIndexes(
          request.globalSecondaryIndexes().stream().map(RealTables::bare).toList());
    }
    send(real.build());
  }

  /** Repeats what concerns indexes and streams, and nothing else, and waits for new indexes. */
  default void update(UpdateTableRequest request) {
    List<GlobalSecondaryIndexUpdate> indexes =
        request.globalSecondaryIndexUpdates().stream()
            .filter(update -> update.update() == null)
            .map(RealTables::bare)
            .toList();
    if (indexes.isEmpty() && request.streamSpecification() == null) {
      return;
    }
    UpdateTableRequest.Builder real =
        UpdateTableRequest.builder()
            .tableName(request.tableName())
            .streamSpecification(request.streamSpecification());
    if (!indexes.isEmpty()) {
      real.globalSecondaryIndexUpdates(indexes);
    }
    if (request.hasAttributeDefinitions()) {
      real.attributeDefinitions(request.attributeDefinitions());
    }
    send(real.build());
    if (indexes.stream().anyMatch(index -> index.create() != null)) {
      awaitIndexes(request.tableName());
    }
  }

  /**
   * DynamoDB Local builds a new index after its answer, half a second on an idle machine, and fails
   * with status 500 whatever asks for the index in between.
   */
  private void awaitIndexes(String table) {
    DescribeTableRequest describe = DescribeTableRequest.builder().tableName(table).build();
    while (((DescribeTableResponse) send(describe))
        .table().globalSecondaryIndexes().stream()
            .anyMatch(index -> index.indexStatus() == IndexStatus.CREATING)) {
      LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
    }
  }

  default void drop(String table) {
    try {
      send(DeleteTableRequest.builder().tableName(table).build());
    } catch (ResourceNotFoundException e) {
      // It is gone already, as wanted.
    }
  }

  private static GlobalSecondaryIndex bare(GlobalSecondaryIndex index) {
    return GlobalSecondaryIndex.builder()
        .indexName(index.indexName())
        .keySchema(index.keySchema())
        .projection(index.projection())
        .build();
  }

  private static GlobalSecondaryIndexUpdate bare(GlobalSecondaryIndexUpdate update) {
    if (update.create() == null) {
      return update;
    }
    return GlobalSecondaryIndexUpdate.builder()
        .create(
            c ->
                c.indexName(update.create().indexName())
                    .keySchema(update.create().keySchema())
                    .projection(update.create().projection()))
        .build();
  }
}
