package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbAsyncTable;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedAsyncClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbEnhancedClient;
import software.amazon.awssdk.enhanced.dynamodb.DynamoDbTable;
import software.amazon.awssdk.enhanced.dynamodb.Expression;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.MappedTableResource;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactGetItemsEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactPutItemEnhancedRequest;
import software.amazon.awssdk.enhanced.dynamodb.model.TransactWriteItemsEnhancedRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** The stock Enhanced Client over the sharding clients: tables, transactions, versions. */
@ExtendWith(LocalDynamoDbExtension.class)
class EnhancedTransactionTest {
  private static final TableSchema<Reading> SCHEMA = TableSchema.fromBean(Reading.class);
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("readings")
          .partitionKey("device", ScalarAttributeType.N)
          .sortKey("time")
          .shards(4)
          .build();

  private final LocalDynamoDb local;

  EnhancedTransactionTest(LocalDynamoDb shared) {
    this.local = shared.isolated();
  }

  private static Key key(int device, String time) {
    return Key.builder().partitionValue(device).sortValue(time).build();
  }

  /** Versions go up, an unchanged item is checked, one is deleted. */
  private static TransactWriteItemsEnhancedRequest second(
      MappedTableResource<Reading> table, Reading changed) {
    return TransactWriteItemsEnhancedRequest.builder()
        .addUpdateItem(table, changed)
        .addDeleteItem(table, key(1, "t2"))
        .addConditionCheck(
            table,
            ConditionCheck.builder()
                .key(key(2, "t1"))
                .conditionExpression(
                    Expression.builder().expression("attribute_exists(device)").build())
                .build())
        .build();
  }

  private static TransactWriteItemsEnhancedRequest first(MappedTableResource<Reading> table) {
    return TransactWriteItemsEnhancedRequest.builder()
        .addPutItem(table, Reading.of(1, "t1", 10))
        .addPutItem(table, Reading.of(1, "t2", 20))
        .addPutItem(table, Reading.of(2, "t1", 30))
        .clientRequestToken("first")
        .build();
  }

  private static TransactWriteItemsEnhancedRequest stale(
      MappedTableResource<Reading> table, Reading stale) {
    return TransactWriteItemsEnhancedRequest.builder()
        .addPutItem(
            table,
            TransactPutItemEnhancedRequest.builder(Reading.class)
                .item(stale)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }

  private static TransactGetItemsEnhancedRequest all(MappedTableResource<Reading> table) {
    return TransactGetItemsEnhancedRequest.builder()
        .addGetItem(table, key(2, "t1"))
        .addGetItem(table, key(1, "t2"))
        .addGetItem(table, key(1, "t1"))
        .build();
  }

  private static void assertStale(TransactionCanceledException failure) {
    CancellationReason reason = failure.cancellationReasons().get(0);
    assertThat(reason.code()).isEqualTo("ConditionalCheckFailed");
    assertThat(reason.item())
        .containsEntry("device", AttributeValue.fromN("1"))
        .containsEntry("version", AttributeValue.fromN("2"));
  }

  @Test
  void enhancedClient_sync_runsTransactionsOnAShardedTable() {
    try (var client =
        ShardingDynamoDbClient.builder(local.client()).table(SPEC).closeDelegate(true).build()) {
      var enhanced = DynamoDbEnhancedClient.builder().dynamoDbClient(client).build();
      DynamoDbTable<Reading> table = enhanced.table("readings", SCHEMA);
      table.createTable();
      assertThat(table.describeTable().table().attributeDefinitions())
          .anyMatch(definition -> definition.attributeType() == ScalarAttributeType.N);
      enhanced.transactWriteItems(first(table));
      Reading read = table.getItem(key(1, "t1"));
      read.setValue(11);
      enhanced.transactWriteItems(second(table, read));
      List<Reading> found =
          enhanced.transactGetItems(all(table)).stream().map(d -> d.getItem(table)).toList();
      assertThat(found.get(0).getValue()).isEqualTo(30);
      assertThat(found.get(1)).isNull();
      assertThat(found.get(2).getValue()).isEqualTo(11);
      assertThat(found.get(2).getDevice()).isEqualTo(1);
      assertStale(
          catchThrowableOfType(
              TransactionCanceledException.class,
              () -> enhanced.transactWriteItems(stale(table, read))));
      table.deleteTable();
      assertThat(client.listTables().tableNames()).isEmpty();
    }
  }

  @Test
  void enhancedClient_async_runsTransactionsOnAShardedTable() {
    try (var client =
        ShardingDynamoDbAsyncClient.builder(local.asyncClient())
            .table(SPEC)
            .closeDelegate(true)
            .build()) {
      var enhanced = DynamoDbEnhancedAsyncClient.builder().dynamoDbClient(client).build();
      DynamoDbAsyncTable<Reading> table = enhanced.table("readings", SCHEMA);
      table.createTable().join();
      assertThat(table.describeTable().join().table().attributeDefinitions())
          .anyMatch(definition -> definition.attributeType() == ScalarAttributeType.N);
      enhanced.transactWriteItems(first(table)).join();
      Reading read = table.getItem(key(1, "t1")).join();
      read.setValue(11);
      enhanced.transactWriteItems(second(table, read)).join();
      List<Reading> found =
          enhanced.transactGetItems(all(table)).join().stream().map(d -> d.getItem(table)).toList();
      assertThat(found.get(1)).isNull();
      assertThat(found.get(2).getValue()).isEqualTo(11);
      CompletionException failure =
          catchThrowableOfType(
              CompletionException.class,
              () -> enhanced.transactWriteItems(stale(table, read)).join());
      assertStale((TransactionCanceledException) failure.getCause());
      table.deleteTable().join();
      assertThat(client.listTables().join().tableNames()).isEmpty();
    }
  }
}
