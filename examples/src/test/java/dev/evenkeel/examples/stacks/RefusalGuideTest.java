package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.ExpectedAttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** What {@code docs/limits.md} says to catch. */
@ExtendWith(LocalDynamoDbExtension.class)
class RefusalGuideTest {
  private static final Map<String, AttributeValue> HIT =
      Map.of("day", AttributeValue.fromS("monday"), "at", AttributeValue.fromS("t1"));

  private final DynamoDbClient client;

  RefusalGuideTest(LocalDynamoDb local) {
    DynamoDbClient plain = local.isolated().client();
    ShardingSpec hits =
        ShardingSpec.builder("Refused").partitionKey("day").sortKey("at").shards(4).build();
    client = ShardingDynamoDbClient.builder(plain).table(hits).build();
    client.createTable(
        table ->
            table
                .tableName("Refused")
                .keySchema(element("day", KeyType.HASH), element("at", KeyType.RANGE))
                .attributeDefinitions(text("day"), text("at"))
                .billingMode("PAY_PER_REQUEST"));
  }

  private static KeySchemaElement element(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private String stored(Consumer<PutItemRequest.Builder> more) {
    PutItemRequest put =
        PutItemRequest.builder().tableName("Refused").item(HIT).applyMutation(more).build();
    // [docs:catch]
    try {
      client.putItem(put);
      return "stored";
    } catch (ConditionalCheckFailedException taken) { // DynamoDB's answers keep their classes
      return "there is one already";
    } catch (DecoratorException refused) { // Evenkeel's own: a bug, or a setting
      return "mend it: " + refused.getMessage();
    } catch (DynamoDbException failed) { // all that plain DynamoDB refuses or fails with
      return failed.isThrottlingException() ? "later" : "mend it: " + failed.getMessage();
    }
    // [docs]
  }

  @Test
  void put_thatIsNotStored_isToldByItsClass() {
    assertThat(stored(put -> {})).isEqualTo("stored");
    assertThat(
            stored(
                put ->
                    put.conditionExpression("attribute_not_exists(#a)")
                        .expressionAttributeNames(Map.of("#a", "at"))))
        .isEqualTo("there is one already");
    assertThat(
            stored(
                put ->
                    put.expected(
                        Map.of("at", ExpectedAttributeValue.builder().exists(false).build()))))
        .startsWith("mend it: PutItem on 'Refused' refused");
    assertThat(stored(put -> put.conditionExpression("at at at"))).startsWith("mend it: Invalid");
  }

  @Test
  void refusal_isNoFailureThatIsRepeated() {
    DecoratorException refused =
        catchThrowableOfType(
            DecoratorException.class,
            () -> client.executeStatement(any -> any.statement("SELECT * FROM \"Refused\"")));
    assertThat(refused.retryable()).isFalse();
    assertThat(refused).isInstanceOf(SdkException.class).isNotInstanceOf(DynamoDbException.class);
  }
}
