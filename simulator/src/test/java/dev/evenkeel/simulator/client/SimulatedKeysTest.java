package dev.evenkeel.simulator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.simulator.MovableClock;
import dev.evenkeel.simulator.SimulatedPartitions;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionLoad;
import dev.evenkeel.simulator.spec.PartitionLoad.KeyHeat;
import dev.evenkeel.simulator.spec.UnknownTables;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Keys that are numbers, local indexes, and tables that are named by ARN. */
@ExtendWith(LocalDynamoDbExtension.class)
class SimulatedKeysTest {
  private static final Map<String, AttributeValue> ITEM =
      Map.of(
          "id", AttributeValue.fromN("7"),
          "at", AttributeValue.fromS("1"),
          "rank", AttributeValue.fromS("a"),
          "text", AttributeValue.fromS("x".repeat(1_500)));
  private static final Map<String, AttributeValue> KEY =
      Map.of("id", AttributeValue.fromN("7.0"), "at", AttributeValue.fromS("1"));

  private final SimulatedPartitions partitions =
      SimulatedPartitions.builder()
          .clock(MovableClock.at(Instant.EPOCH))
          .unknownTables(UnknownTables.DESCRIBE)
          .build();
  private final DynamoDbClient local;
  private final DynamoDbClient client;

  SimulatedKeysTest(DynamoDbClient local) {
    this.local = local;
    this.client = partitions.wrap(local);
  }

  @BeforeAll
  static void create(DynamoDbClient local) {
    local.createTable(
        table ->
            table
                .tableName("ranked")
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .keySchema(List.of(Events.hash("id"), Events.range("at")))
                .attributeDefinitions(
                    List.of(
                        AttributeDefinition.builder()
                            .attributeName("id")
                            .attributeType(ScalarAttributeType.N)
                            .build(),
                        Events.text("at"),
                        Events.text("rank")))
                .localSecondaryIndexes(
                    List.of(
                        LocalSecondaryIndex.builder()
                            .indexName("by_rank")
                            .keySchema(List.of(Events.hash("id"), Events.range("rank")))
                            .projection(
                                Projection.builder()
                                    .projectionType(ProjectionType.KEYS_ONLY)
                                    .build())
                            .build())));
  }

  private PartitionLoad only() {
    assertThat(partitions.hottest()).hasSize(1);
    return partitions.hottest().get(0);
  }

  @Test
  void localIndexes_areChargedInThePartitionOfTheItem() {
    Map<String, AttributeValue> item = new HashMap<>(ITEM);
    item.put("id", AttributeValue.fromN("9.0"));
    client.putItem(put -> put.tableName("ranked").item(item));

    assertThat(only().acceptedUnits()).isEqualTo(2 + 1);
    assertThat(only().hottestKeys()).containsExactly(new KeyHeat("9", 3, true));
  }

  @Test
  void queriesOfALocalIndex_areChargedToTheTable() {
    local.putItem(put -> put.tableName("ranked").item(ITEM));

    client.query(
        query ->
            query
                .tableName("ranked")
                .indexName("by_rank")
                .keyConditionExpression("id = :id")
                .expressionAttributeValues(Map.of(":id", AttributeValue.fromN("7"))));

    assertThat(only().index()).isNull();
    assertThat(only().acceptedUnits()).isEqualTo(0.5);
  }

  @Test
  void tables_namedByArn_areThoseOfTheName() {
    String arn = local.describeTable(table -> table.tableName("ranked")).table().tableArn();
    client.putItem(put -> put.tableName(arn).item(ITEM));
    BatchGetItemResponse read =
        client.batchGetItem(
            get ->
                get.requestItems(
                    Map.of(arn, KeysAndAttributes.builder().keys(List.of(KEY)).build())));

    assertThat(read.responses().values()).containsExactly(List.of(ITEM));
    assertThat(partitions.hottest())
        .extracting(load -> load.table() + " " + load.operation())
        .containsExactlyInAnyOrder("ranked WRITE", "ranked READ");
  }

  @Test
  void reads_ofLargeItemsByArn_costTheirSize() {
    Map<String, AttributeValue> large =
        Map.of(
            "id", AttributeValue.fromN("8"),
            "at", AttributeValue.fromS("1"),
            "text", AttributeValue.fromS("x".repeat(20_000)));
    local.putItem(put -> put.tableName("ranked").item(large));
    String arn = local.describeTable(table -> table.tableName("ranked")).table().tableArn();
    Map<String, AttributeValue> key =
        Map.of("id", AttributeValue.fromN("8"), "at", AttributeValue.fromS("1"));

    client.batchGetItem(
        get ->
            get.requestItems(Map.of(arn, KeysAndAttributes.builder().keys(List.of(key)).build())));

    assertThat(only().acceptedUnits()).isEqualTo(2.5);
  }

  @Test
  void refusals_ofTheAsyncClient_areFailedFutures(DynamoDbAsyncClient async) {
    DynamoDbAsyncClient refusing =
        SimulatedPartitions.builder().table(Events.spec(Capacity.onDemand())).build().wrap(async);
    assertThatThrownBy(() -> refusing.scan(scan -> scan.tableName("ranked")).join())
        .hasCauseInstanceOf(RefusedOperationException.class);
  }
}
