package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.WriteFixture.delete;
import static dev.evenkeel.sharding.WriteFixture.item;
import static dev.evenkeel.sharding.WriteFixture.put;
import static dev.evenkeel.sharding.WriteFixture.table;
import static dev.evenkeel.sharding.WriteFixture.update;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.Map;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** UpdateItem and DeleteItem by keys that determine the shard. */
@ExtendWith(LocalDynamoDbExtension.class)
class KnownShardWriteTest {

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_calculatedShard_isOneRequestToTheShardOfThePut(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      fixture.client.call(put("pk", "a", "sk", "1", "x", "old"));
      fixture.sent.clear();
      UpdateItemResponse response =
          fixture.client.call(
              update("pk", "a", "sk", "1")
                  .updateExpression("SET x = :new")
                  .expressionAttributeValues(Map.of(":new", fromS("new")))
                  .returnValues(ReturnValue.ALL_NEW)
                  .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
                  .build());
      assertThat(response.attributes()).isEqualTo(item("pk", "a", "sk", "1", "x", "new"));
      assertThat(response.consumedCapacity().capacityUnits()).isEqualTo(1.0);
      assertThat(fixture.sent).hasSize(1);
      assertThat(fixture.only().get("pk").s()).matches("a\\.[0-3]");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void delete_calculatedShard_isOneRequestAndGivesTheOldItem(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      fixture.client.call(put("pk", "a", "sk", "1", "x", "old"));
      fixture.sent.clear();
      assertThat(
              fixture
                  .client
                  .call(delete("pk", "a", "sk", "1").returnValues(ReturnValue.ALL_OLD).build())
                  .attributes())
          .isEqualTo(item("pk", "a", "sk", "1", "x", "old"));
      assertThat(fixture.sent).hasSize(1);
      assertThat(fixture.stored()).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_failedCondition_showsNothingPhysical(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      fixture.client.call(put("pk", "a", "sk", "1"));
      UpdateItemRequest refusedByCondition =
          update("pk", "a", "sk", "1")
              .updateExpression("REMOVE x")
              .conditionExpression("attribute_exists(x)")
              .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
              .build();
      ConditionalCheckFailedException failure =
          catchThrowableOfType(
              ConditionalCheckFailedException.class, () -> fixture.client.call(refusedByCondition));
      assertThat(failure.item()).isEqualTo(item("pk", "a", "sk", "1"));
      assertThat(failure.awsErrorDetails().rawResponse()).isNull();
      assertThat(failure.awsErrorDetails().errorCode())
          .isEqualTo("ConditionalCheckFailedException");
      assertThat(failure.statusCode()).isEqualTo(400);
      assertThat(failure.requestId()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_thatReadTheKey_readTheLogicalOne(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      Map<String, AttributeValue> values = Map.of(":a", fromS("a"));
      UpdateItemRequest.Builder copy =
          update("pk", "a", "sk", "1").updateExpression("SET x = pk").returnValues("ALL_NEW");
      assertThat(fixture.client.call(copy.build()).attributes()).containsEntry("x", fromS("a"));
      assertThat(
              fixture
                  .client
                  .call(
                      copy.updateExpression(
                              "SET x = if_not_exists(#p, :a), y = if_not_exists(y, #p)")
                          .conditionExpression("#p = x AND size(#p) < :five")
                          .expressionAttributeNames(Map.of("#p", "pk"))
                          .expressionAttributeValues(
                              Map.of(":a", fromS("b"), ":five", AttributeValue.fromN("2")))
                          .build())
                  .attributes())
          .containsEntry("x", fromS("a"))
          .containsEntry("y", fromS("a"));
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      delete("pk", "a", "sk", "1")
                          .conditionExpression("pk <> :a")
                          .expressionAttributeValues(values)
                          .build()))
          .isInstanceOf(ConditionalCheckFailedException.class);
      fixture.client.call(
          delete("pk", "a", "sk", "1")
              .conditionExpression("begins_with(pk, :a)")
              .expressionAttributeValues(values)
              .build());
      assertThat(fixture.sent).hasSize(4);
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_thatChoosesWhereTheKeyIsMissing_isRefused(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      UpdateItemRequest request =
          update("pk", "a", "sk", "1").updateExpression("SET x = if_not_exists(pk, y)").build();
      assertThatThrownBy(() -> fixture.client.call(request))
          .isInstanceOf(RefusedOperationException.class)
          .hasMessageContaining("partition key attribute 'pk' does not exist");
      assertThat(fixture.sent).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_ofAKeyAttribute_failsAsDynamoDbSays(Kind kind, LocalDynamoDb local) {
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      assertThatThrownBy(
              () ->
                  fixture.client.call(
                      update("pk", "a", "sk", "1").updateExpression("REMOVE sk").build()))
          .hasMessageContaining("Cannot update attribute sk. This attribute is part of the key");
    }
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void writes_legacyParameters_areRefused(Kind kind, LocalDynamoDb local) {
    ExpectedAttributeValue absent = ExpectedAttributeValue.builder().exists(false).build();
    AttributeValueUpdate put =
        AttributeValueUpdate.builder().action(AttributeAction.PUT).value(fromS("v")).build();
    try (WriteFixture fixture = WriteFixture.create(local, kind, table())) {
      UpdateItemRequest.Builder update = update("pk", "a", "sk", "1");
      DeleteItemRequest.Builder delete = delete("pk", "a", "sk", "1");
      assertLegacy(fixture, update.copy().attributeUpdates(Map.of("x", put)).build(), "AttributeU");
      assertLegacy(fixture, update.copy().expected(Map.of("x", absent)).build(), "Expected");
      assertLegacy(
          fixture,
          update.copy().conditionalOperator(ConditionalOperator.AND).build(),
          "Conditional");
      for (DeleteItemRequest request :
          new DeleteItemRequest[] {
            delete.copy().expected(Map.of("x", absent)).build(),
            delete.copy().conditionalOperator(ConditionalOperator.OR).build()
          }) {
        assertThatThrownBy(() -> fixture.client.call(request))
            .isInstanceOf(RefusedOperationException.class)
            .hasMessageContaining("legacy parameter");
      }
      assertThat(fixture.sent).isEmpty();
    }
  }

  private static void assertLegacy(
      WriteFixture fixture, UpdateItemRequest request, String parameter) {
    assertThatThrownBy(() -> fixture.client.call(request))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the legacy parameter " + parameter);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void update_plainKey_mayReadItsKey(Kind kind, LocalDynamoDb local) {
    UpdateItemRequest copy = update("pk", "a", "sk", "1").updateExpression("SET x = sk").build();
    try (WriteFixture fixture =
        WriteFixture.create(local, kind, table().shards(KeyRule.exactly("a", 1)))) {
      fixture.client.call(put("pk", "a", "sk", "1"));
      fixture.client.call(copy.toBuilder().updateExpression("SET x = pk").build());
      assertThat(fixture.only()).isEqualTo(item("pk", "a", "sk", "1", "x", "a"));
    }
    KeyRule seven = KeyRule.exactly(fromN("7"), 1);
    try (WriteFixture fixture =
        WriteFixture.create(
            local, kind, table().partitionKey("pk", ScalarAttributeType.N).shards(seven))) {
      UpdateItemRequest ofSeven =
          copy.toBuilder().key(Map.of("pk", fromN("7.0"), "sk", fromS("1"))).build();
      fixture.client.call(ofSeven.toBuilder().updateExpression("SET x = pk").build());
      assertThat(fixture.only())
          .isEqualTo(Map.of("pk", fromS("7"), "sk", fromS("1"), "x", fromN("7")));
    }
  }
}
