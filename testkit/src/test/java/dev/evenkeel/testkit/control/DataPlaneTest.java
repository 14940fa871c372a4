package dev.evenkeel.testkit.control;

import static dev.evenkeel.testkit.control.Simulations.attribute;
import static dev.evenkeel.testkit.control.Simulations.describe;
import static dev.evenkeel.testkit.control.Simulations.item;
import static dev.evenkeel.testkit.control.Simulations.minutes;
import static dev.evenkeel.testkit.control.Simulations.onDemand;
import static dev.evenkeel.testkit.control.Simulations.provisioned;
import static dev.evenkeel.testkit.control.Simulations.throughput;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.ClientKind;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

@ExtendWith(LocalDynamoDbExtension.class)
class DataPlaneTest {
  private static final ControlTimings TIMINGS =
      Simulations.MINUTES.notServing(TimeRange.exactly(Duration.ofSeconds(5)));

  private final DynamoDbClient engine;
  private final DynamoDbAsyncClient asyncEngine;

  DataPlaneTest(DynamoDbClient engine, DynamoDbAsyncClient asyncEngine) {
    this.engine = engine;
    this.asyncEngine = asyncEngine;
  }

  private ControlPlaneSimulator simulator() {
    return ControlPlaneSimulator.seeded(1).timings(TIMINGS).over(engine).over(asyncEngine).build();
  }

  private static void put(DynamoDbClient client, String table, String pk) {
    client.putItem(r -> r.tableName(table).item(item(pk)));
  }

  private static boolean has(DynamoDbClient client, String table, String pk) {
    return client.getItem(r -> r.tableName(table).key(item(pk)).consistentRead(true)).hasItem();
  }

  private static WriteRequest writing(String pk) {
    return WriteRequest.builder().putRequest(p -> p.item(item(pk))).build();
  }

  @ParameterizedTest
  @EnumSource
  void table_wholeLife_servesAndLosesAsDynamoDbDoes(ClientKind tested) {
    ControlPlaneSimulator aws = simulator();
    DynamoDbClient client = tested.of(aws);
    String table = "life-" + tested;

    client.createTable(provisioned(table));
    assertThatThrownBy(() -> put(client, table, "early"))
        .isInstanceOf(ResourceNotFoundException.class);
    minutes(aws, 1);
    assertThat(describe(client, table).tableStatus()).isEqualTo(TableStatus.ACTIVE);
    assertThatThrownBy(() -> put(client, table, "still early"))
        .isInstanceOf(ResourceNotFoundException.class);
    aws.advance(Duration.ofSeconds(5));
    put(client, table, "kept");

    client.updateTable(throughput(table, 20, 20));
    put(client, table, "during update");
    assertThat(has(client, table, "kept")).isTrue();
    minutes(aws, 1);

    client.deleteTable(r -> r.tableName(table));
    put(client, table, "lost");
    assertThat(has(client, table, "lost")).as("the table still answers").isTrue();
    assertThat(aws.checker().writesLost()).containsExactly(Map.entry(table, 1L));
    aws.advance(Duration.ofSeconds(30));
    assertThatThrownBy(() -> put(client, table, "late"))
        .isInstanceOf(ResourceNotFoundException.class);
    minutes(aws, 2);
    assertThat(engine.listTables().tableNames()).doesNotContain(table);

    client.createTable(provisioned(table));
    aws.advance(Duration.ofSeconds(65));
    assertThat(has(client, table, "kept")).as("another table of that name is empty").isFalse();
    assertThat(aws.checker().writesLost()).containsExactly(Map.entry(table, 1L));
  }

  @ParameterizedTest
  @EnumSource
  void batch_oneTableMissing_isRefusedWhole(ClientKind tested) {
    ControlPlaneSimulator aws = simulator();
    DynamoDbClient client = tested.of(aws);
    String there = "there-" + tested;
    aws.adopt(onDemand(there));
    client.createTable(onDemand("absent-" + tested));

    assertThatThrownBy(
            () ->
                client.batchWriteItem(
                    r ->
                        r.requestItems(
                            Map.of(
                                there,
                                List.of(writing("1")),
                                "absent-" + tested,
                                List.of(writing("1"))))))
        .isInstanceOf(ResourceNotFoundException.class);
    assertThat(has(client, there, "1")).isFalse();
  }

  @ParameterizedTest
  @EnumSource
  void write_toTableBeingDeleted_isCountedPerItem(ClientKind tested) {
    ControlPlaneSimulator aws = simulator();
    DynamoDbClient client = tested.of(aws);
    String gone = "gone-" + tested;
    String kept = "kept-" + tested;
    aws.adopt(onDemand(gone));
    aws.adopt(onDemand(kept));
    client.deleteTable(r -> r.tableName(gone));

    client.batchWriteItem(
        r ->
            r.requestItems(
                Map.of(gone, List.of(writing("1"), writing("2")), kept, List.of(writing("1")))));
    client.transactWriteItems(
        r ->
            r.transactItems(
                List.of(
                    TransactWriteItem.builder().put(p -> p.tableName(gone).item(item("3"))).build(),
                    TransactWriteItem.builder()
                        .conditionCheck(
                            c ->
                                c.tableName(gone)
                                    .key(item("1"))
                                    .conditionExpression("attribute_exists(pk)"))
                        .build())));
    assertThatThrownBy(
            () ->
                client.putItem(
                    r ->
                        r.tableName(gone)
                            .item(item("1"))
                            .conditionExpression("attribute_not_exists(pk)")))
        .isInstanceOf(ConditionalCheckFailedException.class);

    assertThat(aws.checker().writesLost()).containsExactly(Map.entry(gone, 3L));
  }

  @Test
  void adopt_tableThatTheEngineHas_keepsItsItems() {
    engine.createTable(onDemand("adopted"));
    put(engine, "adopted", "old");
    ControlPlaneSimulator aws = simulator();

    aws.adopt(onDemand("adopted"));

    assertThat(has(aws.client(), "adopted", "old")).isTrue();
    assertThat(describe(aws.client(), "adopted").tableStatus()).isEqualTo(TableStatus.ACTIVE);
  }

  @Test
  void update_newIndex_isQueriedInTheEngine() {
    ControlPlaneSimulator aws = simulator();
    DynamoDbClient client = aws.client();
    aws.adopt(onDemand("indexed"));
    client.updateTable(
        r ->
            r.tableName("indexed")
                .attributeDefinitions(attribute("pk"), attribute("user"))
                .globalSecondaryIndexUpdates(Simulations.newIndex(false)));
    minutes(aws, 1);

    assertThat(
            client
                .query(
                    r ->
                        r.tableName("indexed")
                            .indexName(Simulations.BY_USER)
                            .keyConditionExpression("#u = :u")
                            .expressionAttributeNames(Map.of("#u", "user"))
                            .expressionAttributeValues(Map.of(":u", AttributeValue.fromS("x"))))
                .items())
        .isEmpty();
  }

  @Test
  void create_keysThatTheEngineRefuses_isRefusedAndLeavesNothing() {
    ControlPlaneSimulator aws = simulator();

    assertThat(
            Simulations.refusal(
                () ->
                    aws.client()
                        .createTable(
                            onDemand("broken").toBuilder()
                                .attributeDefinitions(attribute("other"))
                                .build())))
        .startsWith("ValidationException");
    assertThat(aws.client().listTables().tableNames()).isEmpty();
  }

  @Test
  void asyncClient_withoutAsyncEngine_saysSo() {
    ControlPlaneSimulator aws = ControlPlaneSimulator.seeded(1).over(engine).build();
    aws.adopt(onDemand("sync-only"));

    assertThatThrownBy(
            () -> aws.asyncClient().getItem(r -> r.tableName("sync-only").key(item("1"))).join())
        .hasCauseInstanceOf(IllegalStateException.class)
        .hasMessageContaining("no async client");
  }

  @Test
  void asyncEngineAlone_makesTheTables() {
    ControlPlaneSimulator aws =
        ControlPlaneSimulator.seeded(1).timings(TIMINGS).over(asyncEngine).build();
    DynamoDbClient client = ClientKind.ASYNC.of(aws);
    client.createTable(onDemand("async-only"));
    aws.advance(Duration.ofSeconds(65));
    put(client, "async-only", "1");

    assertThat(has(engine, "async-only", "1")).isTrue();
  }
}
