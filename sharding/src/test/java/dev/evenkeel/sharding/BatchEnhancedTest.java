package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.BatchSpecs.items;
import static dev.evenkeel.sharding.BatchSpecs.keys;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverterProvider;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.document.EnhancedDocument;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchGetResultPage;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.BatchWriteResult;
import software.amazon.awssdk.enhanced.dynamodb.model.ReadBatch;
import software.amazon.awssdk.enhanced.dynamodb.model.WriteBatch;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The stock Enhanced Client over the sharding clients: its batches, and its way to repeat them. */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchEnhancedTest {
  private static final TableSchema<EnhancedDocument> SCHEMA =
      TableSchema.documentSchemaBuilder()
          .addIndexPartitionKey(TableMetadata.primaryIndexName(), "pk", AttributeValueType.S)
          .addIndexSortKey(TableMetadata.primaryIndexName(), "sk", AttributeValueType.N)
          .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
          .build();

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  BatchEnhancedTest(LocalDynamoDb local, DynamoDbClient plain) {
    this.local = local;
    this.plain = plain;
  }

  @BeforeAll
  static void createTables(DynamoDbClient plain) {
    BatchSpecs.create(plain);
  }

  private static FaultInjector unprocessed() {
    return FaultPlan.seeded(11)
        .rule(FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.5))
        .build()
        .injector();
  }

  private static List<EnhancedDocument> documents(String pk, int count) {
    return items(keys(pk, count)).stream()
        .map(
            item ->
                EnhancedDocument.fromAttributeValueMap(item).toBuilder()
                    .attributeConverterProviders(AttributeConverterProvider.defaultProvider())
                    .build())
        .toList();
  }

  private static Key key(String pk, int sk) {
    return Key.builder().partitionValue(pk).sortValue(sk).build();
  }

  private static List<String> ids(List<EnhancedDocument> found) {
    return found.stream().map(document -> document.getString("id")).sorted().toList();
  }

  private static List<String> ids(int count) {
    return IntStream.range(0, count).mapToObj(i -> "id" + i).sorted().toList();
  }

  @Test
  void syncBatches_overFaults_writeReadAndDeleteEachItemOnce() {
    DynamoDbClient faulty = local.client(unprocessed().httpClientBuilder());
    try (ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(faulty)
            .table(BatchSpecs.DRAWN)
            .table(BatchSpecs.CALCULATED)
            .closeDelegate(true)
            .build()) {
      DynamoDbEnhancedClient enhanced =
          DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
      for (String name : List.of("drawn", "calculated", "plain")) {
        DynamoDbTable<EnhancedDocument> table = enhanced.table(name, SCHEMA);
        List<EnhancedDocument> puts = documents("sync", 20);
        while (!puts.isEmpty()) {
          WriteBatch.Builder<EnhancedDocument> batch =
              WriteBatch.builder(EnhancedDocument.class).mappedTableResource(table);
          puts.forEach(batch::addPutItem);
          puts = enhanced.batchWriteItem(write(batch.build())).unprocessedPutItemsForTable(table);
        }
        ReadBatch.Builder<EnhancedDocument> reads =
            ReadBatch.builder(EnhancedDocument.class).mappedTableResource(table);
        IntStream.range(0, 30).forEach(i -> reads.addGetItem(key("sync", i)));
        List<EnhancedDocument> found = new ArrayList<>();
        enhanced
            .batchGetItem(BatchGetItemEnhancedRequest.builder().readBatches(reads.build()).build())
            .resultsForTable(table)
            .forEach(found::add);
        assertThat(ids(found)).isEqualTo(ids(20));

        List<Key> deletes = IntStream.range(0, 20).mapToObj(i -> key("sync", i)).toList();
        while (!deletes.isEmpty()) {
          WriteBatch.Builder<EnhancedDocument> batch =
              WriteBatch.builder(EnhancedDocument.class).mappedTableResource(table);
          deletes.forEach(batch::addDeleteItem);
          deletes =
              enhanced.batchWriteItem(write(batch.build())).unprocessedDeleteItemsForTable(table);
        }
      }
    }
    assertThat(BatchSpecs.stored(plain, BatchSpecs.DRAWN, "sync")).isZero();
    assertThat(BatchSpecs.stored(plain, BatchSpecs.CALCULATED, "sync")).isZero();
  }

  private static BatchWriteItemEnhancedRequest write(WriteBatch batch) {
    return BatchWriteItemEnhancedRequest.builder().writeBatches(batch).build();
  }

  @Test
  void asyncBatches_overFaults_readEachItemOnce() {
    DynamoDbAsyncClient faulty = local.asyncClient(unprocessed().asyncHttpClientBuilder());
    try (ShardingDynamoDbAsyncClient client =
        ShardingDynamoDbAsyncClient.builder(faulty)
            .table(BatchSpecs.DRAWN)
            .closeDelegate(true)
            .build()) {
      DynamoDbEnhancedAsyncClient enhanced =
          DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build();
      DynamoDbAsyncTable<EnhancedDocument> table = enhanced.table("drawn", SCHEMA);
      List<EnhancedDocument> puts = documents("async", 20);
      while (!puts.isEmpty()) {
        WriteBatch.Builder<EnhancedDocument> batch =
            WriteBatch.builder(EnhancedDocument.class).mappedTableResource(table);
        puts.forEach(batch::addPutItem);
        BatchWriteResult result = enhanced.batchWriteItem(write(batch.build())).join();
        puts = result.unprocessedPutItemsForTable(table);
      }
      ReadBatch.Builder<EnhancedDocument> reads =
          ReadBatch.builder(EnhancedDocument.class).mappedTableResource(table);
      IntStream.range(0, 30).forEach(i -> reads.addGetItem(key("async", i)));
      List<BatchGetResultPage> pages = new ArrayList<>();
      enhanced
          .batchGetItem(BatchGetItemEnhancedRequest.builder().readBatches(reads.build()).build())
          .subscribe(pages::add)
          .join();

      List<EnhancedDocument> found =
          pages.stream().flatMap(page -> page.resultsForTable(table).stream()).toList();
      assertThat(ids(found)).isEqualTo(ids(20));
    }
  }
}
