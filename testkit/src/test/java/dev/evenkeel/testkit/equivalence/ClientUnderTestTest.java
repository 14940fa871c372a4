package dev.evenkeel.testkit.equivalence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

@ExtendWith(LocalDynamoDbExtension.class)
class ClientUnderTestTest {
  private static final GetItemRequest GET =
      GetItemRequest.builder()
          .tableName("things")
          .key(Map.of("id", AttributeValue.fromS("a")))
          .build();

  private static TableFixture table() {
    return TableFixture.named("things").partitionKey("id", ScalarAttributeType.S);
  }

  @ParameterizedTest
  @EnumSource
  void call_failure_isThrownAsItIs(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = kind.open(local.isolated(), Decoration.none())) {
      assertThatThrownBy(() -> client.call(GET)).isInstanceOf(ResourceNotFoundException.class);
    }
  }

  @ParameterizedTest
  @EnumSource
  void open_observed_tellsEachRequest(Kind kind, LocalDynamoDb local) {
    List<SdkRequest> sent = new CopyOnWriteArrayList<>();
    try (ClientUnderTest client = kind.open(local.isolated(), sent::add, Decoration.none())) {
      client.call(table().request());
      client.call(GET);

      assertThat(sent).hasSize(2).last().isEqualTo(GET);
    }
  }

  @ParameterizedTest
  @EnumSource
  void open_withFaults_repeatsNothing(Kind kind, LocalDynamoDb local) {
    FaultPlan plan =
        FaultPlan.seeded(1)
            .rule(
                FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE)).into("GetItem").first(1))
            .build();
    try (ClientUnderTest client = kind.open(local.isolated(), plan.injector(), Decoration.none())) {
      client.call(table().request());

      assertThatThrownBy(() -> client.call(GET))
          .isInstanceOf(ProvisionedThroughputExceededException.class);
      assertThat(client.call(GET).hasItem()).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource
  void pages_moreThanExpected_fail(Kind kind, LocalDynamoDb local) {
    try (ClientUnderTest client = kind.open(local.isolated(), Decoration.none())) {
      client.call(table().sortKey("at", ScalarAttributeType.N).request());
      for (int at = 0; at < 4; at++) {
        client.call(
            PutItemRequest.builder()
                .tableName("things")
                .item(Map.of("id", AttributeValue.fromS("a"), "at", AttributeValue.fromN("" + at)))
                .build());
      }
      QueryRequest query =
          QueryRequest.builder()
              .tableName("things")
              .keyConditionExpression("id = :a")
              .expressionAttributeValues(Map.of(":a", AttributeValue.fromS("a")))
              .limit(1)
              .build();

      assertThat(client.pages(query, 5)).hasSize(5);
      assertThatThrownBy(() -> client.pages(query, 4))
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("no end after 4 pages");
    }
  }

  @ParameterizedTest
  @EnumSource
  void tableFixture_indexes_areThere(Kind kind, LocalDynamoDb local) {
    TableFixture.KeyPart group = TableFixture.KeyPart.of("group", ScalarAttributeType.S);
    TableFixture.KeyPart size = TableFixture.KeyPart.of("size", ScalarAttributeType.N);
    try (ClientUnderTest client = kind.open(local.isolated(), Decoration.none())) {
      client.call(
          table()
              .sortKey("at", ScalarAttributeType.B)
              .localIndex("bySize", size)
              .globalIndex("byGroup", group)
              .globalIndex("byGroupAndSize", group, size)
              .globalIndex("keys", Projection.builder().projectionType("KEYS_ONLY").build(), size)
              .request());
      TableDescription made =
          ((DescribeTableResponse)
                  client.call(DescribeTableRequest.builder().tableName("things").build()))
              .table();

      assertThat(made.keySchema()).hasSize(2).first().matches(e -> e.keyType() == KeyType.HASH);
      assertThat(made.localSecondaryIndexes()).hasSize(1);
      assertThat(made.globalSecondaryIndexes())
          .extracting(index -> index.indexName() + " " + index.keySchema().size())
          .containsExactlyInAnyOrder("byGroup 1", "byGroupAndSize 2", "keys 1");
      assertThat(made.attributeDefinitions()).hasSize(4);
    }
  }
}
