package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.CommitMode;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** A commit that is made, whose answer is lost, and whose repetition by the SDK is cancelled. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LostCommitTest {
  private static final AttributeValue ONE = AttributeValue.fromN("1");

  private Fixture fixture;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /**
   * How a commit is lost.
   *
   * @param cancelled what the SDK's repetition meets
   */
  record Lost(CommitMode mode, Fault cancelled, boolean isAsync) {}

  static List<Lost> losses() {
    List<Lost> losses = new ArrayList<>();
    for (CommitMode mode : CommitMode.values()) {
      for (Fault cancelled : List.of(Fault.transactionConflict(), Fault.transactionThrottled())) {
        losses.add(new Lost(mode, cancelled, false));
        losses.add(new Lost(mode, cancelled, true));
      }
    }
    return losses;
  }

  @ParameterizedTest
  @MethodSource("losses")
  void update_madeAndCancelled_isMadeOnceAndReturnsWhatItWrote(Lost lost) {
    Map<String, AttributeValue> key = stored();

    call(
        lost,
        () -> {},
        client ->
            assertThat(client.call(counting(key)).attributes())
                .containsEntry("num", AttributeValue.fromN("2")));

    assertThat(numOf(key)).isEqualTo(AttributeValue.fromN("2"));
  }

  @ParameterizedTest
  @MethodSource("losses")
  void update_anotherWritesMeanwhile_bothAreMadeAndNoneIsSaidToBeGivenUp(Lost lost) {
    Map<String, AttributeValue> key = stored();

    call(
        lost,
        () -> fixture.sync(spec(lost)).call(counting(key)),
        client ->
            assertThat(client.call(counting(key)).attributes())
                .containsEntry("num", AttributeValue.fromN("2")));

    assertThat(numOf(key)).isEqualTo(AttributeValue.fromN("3"));
  }

  @ParameterizedTest
  @MethodSource("losses")
  void put_ifNotThere_isMadeAndDoesNotMeetItself(Lost lost) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("lost", items++));
    item.put("body", noise(3000));

    call(
        lost,
        () -> {},
        client ->
            assertThat(
                    client
                        .call(
                            PutItemRequest.builder()
                                .tableName(Fixture.DOCS)
                                .item(item)
                                .conditionExpression("attribute_not_exists(id)")
                                .returnValues(ReturnValue.ALL_OLD)
                                .build())
                        .attributes())
                .isEmpty());
  }

  @ParameterizedTest
  @MethodSource("losses")
  void transaction_madeAndCancelled_isMadeOnce(Lost lost) {
    Map<String, AttributeValue> key = stored();
    UpdateItemRequest update = counting(key);

    call(
        lost,
        () -> {},
        client ->
            client.call(
                TransactWriteItemsRequest.builder()
                    .transactItems(
                        TransactWriteItem.builder()
                            .update(
                                action ->
                                    action
                                        .tableName(Fixture.DOCS)
                                        .key(key)
                                        .updateExpression(update.updateExpression())
                                        .expressionAttributeValues(
                                            update.expressionAttributeValues()))
                            .build())
                    .build()));

    assertThat(numOf(key)).isEqualTo(AttributeValue.fromN("2"));
  }

  /** Others write the item then, so that it is read once more. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void update_conflictOfTheFirstAttempt_returnsOldValuesOfAfterThat(boolean isAsync) {
    Map<String, AttributeValue> key = stored();

    call(
        new Lost(CommitMode.STAGED, Fault.transactionConflict(), isAsync),
        List.of(Fault.transactionConflict()),
        () ->
            fixture
                .local
                .client()
                .updateItem(
                    update ->
                        update
                            .tableName(Fixture.DOCS)
                            .key(key)
                            .updateExpression("ADD num :one")
                            .expressionAttributeValues(Map.of(":one", ONE))),
        client ->
            assertThat(
                    client
                        .call(
                            counting(key).toBuilder().returnValues(ReturnValue.UPDATED_OLD).build())
                        .attributes())
                .containsEntry("num", AttributeValue.fromN("2")));

    assertThat(numOf(key)).isEqualTo(AttributeValue.fromN("3"));
  }

  private ChunkingSpec spec(Lost lost) {
    return fixture.spec().commit(lost.mode()).build();
  }

  private Map<String, AttributeValue> stored() {
    Map<String, AttributeValue> key = Fixture.key("lost", items++);
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("num", ONE);
    fixture.local.client().putItem(put -> put.tableName(Fixture.DOCS).item(item));
    return key;
  }

  private AttributeValue numOf(Map<String, AttributeValue> key) {
    return fixture
        .local
        .client()
        .getItem(get -> get.tableName(Fixture.DOCS).key(key).consistentRead(true))
        .item()
        .get("num");
  }

  private static UpdateItemRequest counting(Map<String, AttributeValue> key) {
    return UpdateItemRequest.builder()
        .tableName(Fixture.DOCS)
        .key(key)
        .updateExpression("SET body = :b ADD num :one")
        .expressionAttributeValues(Map.of(":b", noise(3000), ":one", ONE))
        .returnValues(ReturnValue.UPDATED_NEW)
        .build();
  }

  /**
   * Calls a client whose first commit is lost.
   *
   * @param meanwhile comes when the SDK has given the commit up
   */
  private void call(Lost lost, Runnable meanwhile, Consumer<ClientUnderTest> call) {
    call(lost, List.of(Fault.timeout(Moment.AFTER_APPLY), lost.cancelled()), meanwhile, call);
  }

  private void call(
      Lost lost, List<Fault> happening, Runnable meanwhile, Consumer<ClientUnderTest> call) {
    FaultPlan.Builder faults = FaultPlan.seeded(1);
    for (Fault fault : happening) {
      faults.rule(FaultRule.inject(fault).into("TransactWriteItems").first(1));
    }
    var injector = faults.build().injector();
    ClientOverrideConfiguration watched =
        ClientOverrideConfiguration.builder()
            .addExecutionInterceptor(new GivenUp(meanwhile))
            .build();
    try (DynamoDbClient sync =
            fixture
                .local
                .clientBuilder()
                .httpClientBuilder(injector.httpClientBuilder())
                .overrideConfiguration(watched)
                .build();
        DynamoDbAsyncClient async =
            fixture
                .local
                .asyncClientBuilder()
                .httpClientBuilder(injector.asyncHttpClientBuilder())
                .overrideConfiguration(watched)
                .build()) {
      call.accept(
          lost.isAsync()
              ? ChunkingClients.async(async, fixture.s3Async, builder -> builder.table(spec(lost)))
              : ChunkingClients.sync(sync, fixture.s3, builder -> builder.table(spec(lost))));
    }
    assertThat(injector.journal()).hasSameSizeAs(happening);
  }

  private record GivenUp(Runnable meanwhile) implements ExecutionInterceptor {
    @Override
    public void onExecutionFailure(Context.FailedExecution context, ExecutionAttributes any) {
      if (context.request() instanceof TransactWriteItemsRequest) {
        meanwhile.run();
      }
    }
  }
}
