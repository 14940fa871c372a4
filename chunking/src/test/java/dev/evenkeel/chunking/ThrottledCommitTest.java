package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A throttle between the upload of a value and the moment it becomes visible. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ThrottledCommitTest {
  private static final int THROTTLES = 3;

  private LocalDynamoDb own;
  private Fixture fixture;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    own = fixture.local;
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void put_commitThrottled_isCommittedAgainAndUploadedOnce(boolean isAsync) {
    send(isAsync, throttled(), put("put" + isAsync, 4000));

    assertUploadedOnce();
    assertThat(whole("put" + isAsync)).isEqualTo(noise(4000));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void transaction_withLargeValueThrottled_isCommittedAgainAndUploadedOnce(boolean isAsync) {
    send(isAsync, throttled(), transaction("transact" + isAsync, 4000));

    assertUploadedOnce();
    assertThat(whole("transact" + isAsync)).isEqualTo(noise(4000));
  }

  /** The first commit throttled, the second made, and its answer lost. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void put_commitThrottledAndThenItsAnswerLost_isFoundToBeMade(boolean isAsync) {
    FaultInjector faults =
        FaultPlan.seeded(3)
            .rule(FaultRule.inject(Fault.transactionThrottled()).into("TransactWriteItems").nth(1))
            .rule(
                FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY))
                    .into("TransactWriteItems")
                    .nth(1))
            .build()
            .injector();

    send(isAsync, faults, put("lost" + isAsync, 4000));

    assertThat(faults.journal()).hasSize(2);
    assertThat(whole("lost" + isAsync)).isEqualTo(noise(4000));
  }

  /** Nothing is at stake, and DynamoDB would tell it too. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void transaction_withoutLargeValuesThrottled_isTheCallersToRepeat(boolean isAsync) {
    assertThatThrownBy(() -> send(isAsync, throttled(), transaction("small" + isAsync, 10)))
        .isInstanceOf(TransactionCanceledException.class)
        .hasMessageContaining("ThrottlingError");

    assertThat(sent(TransactWriteItemsRequest.class)).hasSize(1);
  }

  private static FaultInjector throttled() {
    return FaultPlan.seeded(3)
        .rule(
            FaultRule.inject(Fault.transactionThrottled())
                .into("TransactWriteItems")
                .first(THROTTLES))
        .build()
        .injector();
  }

  private void send(boolean isAsync, FaultInjector faults, DynamoDbRequest request) {
    ClientOverrideConfiguration noting =
        ClientOverrideConfiguration.builder().addExecutionInterceptor(fixture.sent).build();
    fixture.sent.look();
    if (isAsync) {
      try (DynamoDbAsyncClient faulty =
          own.asyncClientBuilder()
              .httpClientBuilder(faults.asyncHttpClientBuilder())
              .overrideConfiguration(noting)
              .build()) {
        ChunkingClients.async(
                faulty, fixture.s3Async, builder -> builder.table(fixture.spec().build()))
            .call(request);
      }
    } else {
      try (DynamoDbClient faulty =
          own.clientBuilder()
              .httpClientBuilder(faults.httpClientBuilder())
              .overrideConfiguration(noting)
              .build()) {
        ChunkingClients.sync(faulty, fixture.s3, builder -> builder.table(fixture.spec().build()))
            .call(request);
      }
    }
  }

  private void assertUploadedOnce() {
    List<SdkRequest> seen = fixture.sent.seen();
    assertThat(seen.stream().filter(TransactWriteItemsRequest.class::isInstance))
        .hasSize(THROTTLES + 1);
    assertThat(seen.stream().filter(BatchWriteItemRequest.class::isInstance)).hasSize(1);
  }

  private List<SdkRequest> sent(Class<?> kind) {
    return fixture.sent.seen().stream().filter(kind::isInstance).toList();
  }

  private AttributeValue whole(String id) {
    return fixture
        .sync(fixture.spec().build())
        .call(GetItemRequest.builder().tableName(Fixture.DOCS).key(Fixture.key(id, 1)).build())
        .item()
        .get("body");
  }

  private static AttributeValue noise(int bytes) {
    byte[] noise = new byte[bytes];
    new Random(bytes).nextBytes(noise);
    return AttributeValue.fromB(SdkBytes.fromByteArray(noise));
  }

  private static Map<String, AttributeValue> item(String id, int bytes) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key(id, 1));
    item.put("body", noise(bytes));
    return item;
  }

  private static PutItemRequest put(String id, int bytes) {
    return PutItemRequest.builder().tableName(Fixture.DOCS).item(item(id, bytes)).build();
  }

  private static TransactWriteItemsRequest transaction(String id, int bytes) {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            TransactWriteItem.builder()
                .put(put -> put.tableName(Fixture.DOCS).item(item(id, bytes)))
                .build())
        .build();
  }
}
