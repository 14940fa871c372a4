package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;

/** A sharded table is made, described, changed and removed with the keys that callers know. */
@ExtendWith(LocalDynamoDbExtension.class)
class TableOperationsTest {
  private static final ShardingSpec READINGS =
      ShardingSpec.builder("readings")
          .partitionKey("device", ScalarAttributeType.N)
          .sortKey("time")
          .shards(4)
          .build();

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;

  TableOperationsTest(LocalDynamoDb shared) {
    this.local = shared.isolated();
    this.plain = local.client();
  }

  @AfterEach
  void close() {
    plain.close();
  }

  private static CreateTableRequest.Builder create() {
    return CreateTableRequest.builder()
        .tableName("readings")
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .keySchema(element("device", KeyType.HASH), element("time", KeyType.RANGE))
        .attributeDefinitions(
            definition("device", ScalarAttributeType.N), definition("time", ScalarAttributeType.S));
  }

  private static KeySchemaElement element(String attribute, KeyType type) {
    return KeySchemaElement.builder().attributeName(attribute).keyType(type).build();
  }

  private static AttributeDefinition definition(String attribute, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(attribute).attributeType(type).build();
  }

  private static ScalarAttributeType deviceType(TableDescription table) {
    return table.attributeDefinitions().stream()
        .filter(definition -> definition.attributeName().equals("device"))
        .findFirst()
        .orElseThrow()
        .attributeType();
  }

  private TableDescription physical() {
    return plain.describeTable(table -> table.tableName("readings")).table();
  }

  @ParameterizedTest
  @EnumSource
  void table_numberKey_isAStringThatNobodySees(Kind kind) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, READINGS)) {
      var created = (CreateTableResponse) tested.call(create().build());
      assertThat(deviceType(created.tableDescription())).isEqualTo(ScalarAttributeType.N);
      assertThat(deviceType(physical())).isEqualTo(ScalarAttributeType.S);
      assertThat(deviceType(described(tested))).isEqualTo(ScalarAttributeType.N);
      assertThat(described(tested).keySchema()).isEqualTo(physical().keySchema());
      roundTrip(tested);
      var updated =
          (UpdateTableResponse)
              tested.call(
                  UpdateTableRequest.builder()
                      .tableName("readings")
                      .deletionProtectionEnabled(true)
                      .build());
      assertThat(deviceType(updated.tableDescription())).isEqualTo(ScalarAttributeType.N);
      tested.call(
          UpdateTableRequest.builder()
              .tableName("readings")
              .deletionProtectionEnabled(false)
              .build());
      var deleted =
          (DeleteTableResponse)
              tested.call(DeleteTableRequest.builder().tableName("readings").build());
      assertThat(deviceType(deleted.tableDescription())).isEqualTo(ScalarAttributeType.N);
      assertThatThrownBy(() -> described(tested)).isInstanceOf(ResourceNotFoundException.class);
    }
  }

  private static TableDescription described(ClientUnderTest tested) {
    var request = DescribeTableRequest.builder().tableName("readings").build();
    return ((DescribeTableResponse) tested.call(request)).table();
  }

  private static void roundTrip(ClientUnderTest tested) {
    Map<String, AttributeValue> key = Map.of("device", fromN("42"), "time", fromS("t1"));
    tested.call(PutItemRequest.builder().tableName("readings").item(key).build());
    assertThat(tested.call(GetItemRequest.builder().tableName("readings").key(key).build()).item())
        .isEqualTo(key);
  }

  @ParameterizedTest
  @EnumSource
  void index_keyedByTheShardedAttribute_hasThePhysicalTypeToo(Kind kind) {
    try (ClientUnderTest tested = ShardedClients.open(kind, local, READINGS)) {
      tested.call(
          create()
              .globalSecondaryIndexes(byDevice())
              .attributeDefinitions(
                  definition("device", ScalarAttributeType.N),
                  definition("time", ScalarAttributeType.S),
                  definition("value", ScalarAttributeType.N))
              .build());
      assertThat(deviceType(physical())).isEqualTo(ScalarAttributeType.S);
      tested.call(
          UpdateTableRequest.builder()
              .tableName("readings")
              .attributeDefinitions(
                  definition("device", ScalarAttributeType.N),
                  definition("value", ScalarAttributeType.N))
              .globalSecondaryIndexUpdates(
                  GlobalSecondaryIndexUpdate.builder()
                      .create(
                          index ->
                              index
                                  .indexName("byValue")
                                  .keySchema(
                                      element("value", KeyType.HASH),
                                      element("device", KeyType.RANGE))
                                  .projection(p -> p.projectionType(ProjectionType.ALL)))
                      .build())
              .build());
      assertThat(described(tested).globalSecondaryIndexes()).hasSize(2);
      assertThat(deviceType(physical())).isEqualTo(ScalarAttributeType.S);
      assertThat(deviceType(described(tested))).isEqualTo(ScalarAttributeType.N);
    }
  }

  private static GlobalSecondaryIndex byDevice() {
    return GlobalSecondaryIndex.builder()
        .indexName("byDevice")
        .keySchema(element("device", KeyType.HASH), element("value", KeyType.RANGE))
        .projection(p -> p.projectionType(ProjectionType.ALL))
        .build();
  }

  @Test
  void waiter_sync_waitsForAShardedTable() {
    try (var client =
            ShardingDynamoDbClient.builder(local.client())
                .table(READINGS)
                .closeDelegate(true)
                .build();
        var waiter = client.waiter()) {
      client.createTable(create().build());
      var response = waiter.waitUntilTableExists(t -> t.tableName("readings")).matched().response();
      assertThat(response).map(r -> deviceType(r.table())).contains(ScalarAttributeType.N);
      client.deleteTable(t -> t.tableName("readings"));
      assertThat(waiter.waitUntilTableNotExists(t -> t.tableName("readings")).matched().exception())
          .isPresent();
    }
  }

  @Test
  void waiter_async_waitsForAShardedTable() {
    try (var client =
            ShardingDynamoDbAsyncClient.builder(local.asyncClient())
                .table(READINGS)
                .closeDelegate(true)
                .build();
        var waiter = client.waiter()) {
      client.createTable(create().build()).join();
      var response =
          waiter.waitUntilTableExists(t -> t.tableName("readings")).join().matched().response();
      assertThat(response).map(r -> deviceType(r.table())).contains(ScalarAttributeType.N);
    }
  }

  @Test
  void otherControlOperations_onAShardedTable_passThrough() {
    try (var client =
        ShardingDynamoDbClient.builder(local.client())
            .table(READINGS)
            .closeDelegate(true)
            .build()) {
      client.createTable(create().build());
      client.updateTimeToLive(
          t ->
              t.tableName("readings")
                  .timeToLiveSpecification(s -> s.attributeName("expires").enabled(true)));
      assertThat(
              client
                  .describeTimeToLive(t -> t.tableName("readings"))
                  .timeToLiveDescription()
                  .attributeName())
          .isEqualTo("expires");
    }
  }
}
