package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Answers to writes of which no answer of DynamoDB tells: callers log their request ids, too. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AnswerMetadataTest {
  private Fixture fixture;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /** A write of a value that leaves its item. */
  enum Writing {
    PUT,
    UPDATE,
    BATCH,
    TRANSACTION;

    DynamoDbRequest request() {
      Map<String, AttributeValue> key = Fixture.key("answered " + name(), 1);
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put("body", noise(3000));
      return switch (this) {
        case PUT -> PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
        case UPDATE ->
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("SET body = :b")
                .expressionAttributeValues(Map.of(":b", noise(3000)))
                .build();
        case BATCH -> {
          WriteRequest write = WriteRequest.builder().putRequest(put -> put.item(item)).build();
          yield BatchWriteItemRequest.builder()
              .requestItems(Map.of(Fixture.DOCS, List.of(write)))
              .build();
        }
        case TRANSACTION ->
            TransactWriteItemsRequest.builder()
                .transactItems(
                    TransactWriteItem.builder()
                        .put(put -> put.tableName(Fixture.DOCS).item(item))
                        .build())
                .build();
      };
    }
  }

  @ParameterizedTest
  @EnumSource
  void write_committed_isASuccess(Writing writing) {
    assertSuccess(fixture.sync(fixture.spec().build()).call(writing.request()));
  }

  @ParameterizedTest
  @EnumSource
  void write_whoseAnswerIsLost_isASuccess(Writing writing) {
    FaultRule lost =
        FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).into("TransactWriteItems").first(1);
    try (DynamoDbClient client =
        fixture
            .local
            .clientBuilder()
            .httpClientBuilder(
                FaultPlan.seeded(1).rule(lost).build().injector().httpClientBuilder())
            .overrideConfiguration(
                settings -> settings.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build()) {
      ClientUnderTest chunking =
          ChunkingClients.sync(
              client, fixture.s3, builder -> builder.table(fixture.spec().build()));
      assertSuccess(chunking.call(writing.request()));
    }
  }

  private static void assertSuccess(DynamoDbResponse response) {
    assertThat(response.sdkHttpResponse()).isNotNull();
    assertThat(response.sdkHttpResponse().isSuccessful()).isTrue();
    assertThat(response.responseMetadata()).isNotNull();
    assertThat(response.responseMetadata().requestId()).isNotEmpty();
  }
}
