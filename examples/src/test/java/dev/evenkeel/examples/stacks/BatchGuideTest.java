package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.batch.BatchingDynamoDbClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The batches of {@code docs/stacks.md}. */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchGuideTest {
  private static final ShardingSpec SHARDED_HITS =
      ShardingSpec.builder("Hits").partitionKey("day").sortKey("at").shards(4).build();

  private static WriteRequest put(int at) {
    return WriteRequest.builder()
        .putRequest(
            put ->
                put.item(
                    Map.of(
                        "day", AttributeValue.fromS("monday"),
                        "at", AttributeValue.fromS("t" + at))))
        .build();
  }

  private static void create(DynamoDbClient plain) {
    plain.createTable(
        table ->
            table
                .tableName("Hits")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(
                    KeySchemaElement.builder().attributeName("day").keyType(KeyType.HASH).build(),
                    KeySchemaElement.builder().attributeName("at").keyType(KeyType.RANGE).build())
                .attributeDefinitions(
                    AttributeDefinition.builder()
                        .attributeName("day")
                        .attributeType(ScalarAttributeType.S)
                        .build(),
                    AttributeDefinition.builder()
                        .attributeName("at")
                        .attributeType(ScalarAttributeType.S)
                        .build()));
  }

  @Test
  void batchWrite_aThousandPuts_areStored(DynamoDbClient plain) {
    create(plain);
    List<WriteRequest> thousandPuts =
        IntStream.range(0, 1000).mapToObj(BatchGuideTest::put).toList();
    ShardingSpec shardedHits = SHARDED_HITS;
    // [docs:batches]
    DynamoDbClient sharding = ShardingDynamoDbClient.builder(plain).table(shardedHits).build();
    DynamoDbClient client = BatchingDynamoDbClient.builder(sharding).build();

    List<WriteRequest> left =
        client
            .batchWriteItem(write -> write.requestItems(Map.of("Hits", thousandPuts)))
            .unprocessedItems()
            .getOrDefault("Hits", List.of()); // none, unless half a minute brought nothing
    // [docs]
    assertThat(left).isEmpty();
    assertThat(plain.scan(scan -> scan.tableName("Hits")).count()).isEqualTo(1000);
  }
}
