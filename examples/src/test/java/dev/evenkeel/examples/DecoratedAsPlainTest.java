package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Decoration;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.equivalence.Outcome;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** An application's requests have the same answers behind a decorated client as before. */
@Tag("rounds")
@ExtendWith(LocalDynamoDbExtension.class)
class DecoratedAsPlainTest {

  // [docs:equivalence]
  static final ShardingSpec VISITS =
      ShardingSpec.builder("visits").partitionKey("day").sortKey("at").shards(4).build();

  static final Decoration SHARDED =
      new Decoration() {
        @Override
        public DynamoDbClient around(DynamoDbClient plain) {
          return ShardingDynamoDbClient.builder(plain).table(VISITS).build();
        }

        @Override
        public DynamoDbAsyncClient around(DynamoDbAsyncClient plain) {
          return ShardingDynamoDbAsyncClient.builder(plain).table(VISITS).build();
        }
      };

  @ParameterizedTest
  @EnumSource
  void requests_ofTheApplication_areAnsweredAsBefore(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        1, // the first seed; -Devenkeel.seed names another
        3, // rounds; the deep run has six others
        random ->
            Equivalence.of(
                kind.open(local.isolated(), SHARDED),
                kind.open(local.isolated(), Decoration.none())),
        (both, random) -> {
          both.prepare(
              TableFixture.named("visits")
                  .partitionKey("day", ScalarAttributeType.S)
                  .sortKey("at", ScalarAttributeType.S)
                  .request());
          for (int i = 0; i < 30; i++) {
            Outcome unused = both.same(request(random));
          }
          assertThat(both.sameItems(ScanRequest.builder().tableName("visits").build()))
              .isNotEmpty();
        });
  }

  private static DynamoDbRequest request(Random random) {
    AttributeValue day = AttributeValue.fromS("2026-11-2" + random.nextInt(2));
    Map<String, AttributeValue> key =
        Map.of("day", day, "at", AttributeValue.fromS("%02d:00".formatted(random.nextInt(24))));
    return switch (random.nextInt(3)) {
      case 0 ->
          PutItemRequest.builder()
              .tableName("visits")
              .item(key)
              .conditionExpression("attribute_not_exists(hits)")
              .build();
      case 1 ->
          UpdateItemRequest.builder()
              .tableName("visits")
              .key(key)
              .updateExpression("ADD hits :one")
              .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1")))
              .returnValues(ReturnValue.ALL_NEW)
              .build();
      default ->
          QueryRequest.builder()
              .tableName("visits")
              .keyConditionExpression("#day = :day")
              .expressionAttributeNames(Map.of("#day", "day"))
              .expressionAttributeValues(Map.of(":day", day))
              .scanIndexForward(random.nextBoolean())
              .build();
    };
  }
  // [docs]
}
