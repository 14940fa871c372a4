package dev.evenkeel.sharding.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import dev.evenkeel.sharding.hostile.PhysicalFixture.Source;
import dev.evenkeel.sharding.internal.operation.ShardingOperations;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Nothing physical comes through: a delegate fills every member of every response and exception
 * with physical keys, and none is found in what the sharding clients give.
 *
 * <p>Not looked at, since no key is ever in it: names of tables and indexes, request ids, HTTP
 * status and headers. The token {@code evenkeel.shard} of a start key shows a shard's number, by
 * design.
 */
class LeakTest {
  /** Each place in which a response can hold attributes; a new one in the SDK has to be added. */
  private static final Set<String> HOLDING_ATTRIBUTES =
      Set.of(
          "BatchGetItemResponse.Responses",
          "BatchGetItemResponse.UnprocessedKeys",
          "BatchWriteItemResponse.ItemCollectionMetrics.ItemCollectionKey",
          "BatchWriteItemResponse.UnprocessedItems",
          "DeleteItemResponse.Attributes",
          "DeleteItemResponse.ItemCollectionMetrics.ItemCollectionKey",
          "GetItemResponse.Item",
          "PutItemResponse.Attributes",
          "PutItemResponse.ItemCollectionMetrics.ItemCollectionKey",
          "QueryResponse.Items",
          "QueryResponse.LastEvaluatedKey",
          "ScanResponse.Items",
          "ScanResponse.LastEvaluatedKey",
          "TransactGetItemsResponse.Responses.Item",
          "TransactWriteItemsResponse.ItemCollectionMetrics.ItemCollectionKey",
          "UpdateItemResponse.Attributes",
          "UpdateItemResponse.ItemCollectionMetrics.ItemCollectionKey");

  static Stream<PhysicalFixture> worlds() {
    return PhysicalFixture.all();
  }

  @Tag("deep")
  @ParameterizedTest
  @MethodSource("worlds")
  void answer_everyMemberPhysical_comesLogical(PhysicalFixture fixture) {
    Set<String> filled = new TreeSet<>();
    for (Client client : Client.values()) {
      for (boolean processed : new boolean[] {true, false}) {
        for (DynamoDbRequest request : Requests.of(fixture)) {
          PhysicalAnswers answers = new PhysicalAnswers(fixture, processed || !isBatch(request));
          List<DynamoDbResponse> physical = new ArrayList<>();
          DynamoDbResponse logical =
              client.call(fixture.spec(), sub -> kept(answers.answer(sub), physical), request);
          assertThat(LeakWalker.leaks(fixture, logical)).as("%s", request).isEmpty();
          assertThat(attributes(logical)).as("%s", request).isPositive();
          filled.addAll(answers.filled());
          if (!fixture.storedAsGiven()) {
            assertThat(physical).anyMatch(one -> !LeakWalker.leaks(fixture, one).isEmpty());
          }
        }
      }
    }
    Set<String> asked = new TreeSet<>(HOLDING_ATTRIBUTES);
    if (!fixture.spec().selector().calculated()) {
      asked.remove("GetItemResponse.Item"); // an item is looked for on all shards in a batch
    }
    assertThat(filled).isEqualTo(asked);
  }

  /** Other calls ask for what a throttled batch of theirs left, after a pause. */
  private static boolean isBatch(DynamoDbRequest request) {
    return request instanceof BatchGetItemRequest || request instanceof BatchWriteItemRequest;
  }

  private static DynamoDbResponse kept(DynamoDbResponse answer, List<DynamoDbResponse> answers) {
    synchronized (answers) {
      answers.add(answer);
    }
    return answer;
  }

  /** The number of keys and items in a value. */
  private static long attributes(Object value) {
    if (value instanceof AttributeValue) {
      return 1;
    }
    if (value instanceof SdkPojo structure) {
      return structure.sdkFields().stream()
          .mapToLong(field -> attributes(field.getValueOrDefault(structure)))
          .sum();
    }
    return value instanceof Map<?, ?> map
        ? map.values().stream().mapToLong(LeakTest::attributes).sum()
        : value instanceof List<?> list ? list.stream().mapToLong(LeakTest::attributes).sum() : 0;
  }

  @Test
  void responses_thatCanHoldAttributes_areAllFilledOrRefused() {
    Set<String> holding = new TreeSet<>();
    for (Operation operation : Operation.values()) {
      if (ShardingOperations.TABLE.disposition(operation) != Disposition.REFUSE) {
        holding.addAll(Members.holding(operation, AttributeValue.class));
      }
    }
    assertThat(holding).isEqualTo(new TreeSet<>(HOLDING_ATTRIBUTES));
  }

  @Test
  void responses_thatTellKeyTypes_areTheOnesThatAreRewritten() {
    Set<Operation> telling = EnumSet.noneOf(Operation.class);
    for (Operation operation : Operation.values()) {
      if (ShardingOperations.TABLE.disposition(operation) != Disposition.REFUSE
          && !Members.holding(operation, AttributeDefinition.class).isEmpty()) {
        telling.add(operation);
      }
    }
    assertThat(telling).isEqualTo(TableRequests.REWRITTEN);
  }

  @ParameterizedTest
  @EnumSource
  void tableOperation_physicalKeyType_comesLogical(Client client) {
    PhysicalFixture fixture =
        PhysicalFixture.of(Placement.SUFFIX, ScalarAttributeType.N, Source.SORT_KEY);
    for (DynamoDbRequest request : TableRequests.of(fixture)) {
      PhysicalAnswers answers = new PhysicalAnswers(fixture, true);
      List<DynamoDbResponse> physical = new ArrayList<>();
      DynamoDbResponse logical =
          client.call(fixture.spec(), sub -> kept(answers.answer(sub), physical), request);
      assertThat(LeakWalker.leaks(fixture, logical)).as("%s", request).isEmpty();
      assertThat(physical).allMatch(one -> !LeakWalker.leaks(fixture, one).isEmpty()).isNotEmpty();
    }
  }

  /** A plain key that is stored as it is seen has nothing to hide. */
  static List<PhysicalFixture> failingFixtures() {
    return Rounds.inTurn(
        PhysicalFixture.all().filter(fixture -> !fixture.physicalTexts().isEmpty()).toList());
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("failingFixtures")
  void failure_everyTextPhysical_comesLogicalAndOtherwiseTheSame(PhysicalFixture fixture) {
    boolean simplest = fixture.toString().startsWith("S SUFFIX");
    for (Class<?> type : simplest ? SdkExceptions.classes() : SdkExceptions.kinds()) {
      for (Client client : Client.values()) {
        for (DynamoDbRequest request : Requests.thatHoldKeys(fixture)) {
          new FailingDelegate(fixture, type, false).assertLogical(request, client);
          if (request instanceof UpdateItemRequest || request instanceof DeleteItemRequest) {
            new FailingDelegate(fixture, type, true).assertLogical(request, client);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void failure_nothingPhysical_isTheSameObject(Client client) {
    PhysicalFixture fixture =
        PhysicalFixture.of(Placement.SUFFIX, ScalarAttributeType.S, Source.SORT_KEY);
    String nearMisses = "xhot \"k\u00e9y#1 hot \"k\u00e9y#12 hot \"k\u00e9y";
    for (Class<?> type : SdkExceptions.classes()) {
      SdkException failure = SdkExceptions.of(type, nearMisses, List.of(Map.of("pk", n("1"))));
      for (DynamoDbRequest request : Requests.of(fixture)) {
        assertThat(thrownBy(client, fixture, failure, request)).isSameAs(failure);
      }
    }
  }

  private static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  private static Throwable thrownBy(
      Client client, PhysicalFixture fixture, RuntimeException failure, DynamoDbRequest request) {
    Throwable shown =
        catchThrowable(
            () ->
                client.call(
                    fixture.spec(),
                    sub -> {
                      throw failure;
                    },
                    request));
    return shown instanceof CompletionException ? shown.getCause() : shown;
  }

  /**
   * An exception that is not the SDK's reaches the caller unchanged: callers know it by its class.
   */
  @ParameterizedTest
  @EnumSource
  void failure_notOfTheSdk_isTheSameObject(Client client) {
    PhysicalFixture fixture =
        PhysicalFixture.of(Placement.SUFFIX, ScalarAttributeType.S, Source.SORT_KEY);
    String physical =
        PhysicalFixture.texts(fixture.logicalByPhysical().keySet().iterator().next()).get(0);
    RuntimeException foreign =
        new IllegalStateException(physical, SdkClientException.create(physical));
    RuntimeException own = new OwnException(physical);
    for (DynamoDbRequest request : Requests.of(fixture)) {
      assertThat(thrownBy(client, fixture, foreign, request)).isSameAs(foreign);
      assertThat(thrownBy(client, fixture, own, request)).isSameAs(own);
    }
  }

  /** A subclass that the SDK's builders cannot make. */
  private static final class OwnException extends SdkClientException {
    private static final long serialVersionUID = 1L;

    OwnException(String message) {
      super(SdkClientException.builder().message(message));
    }
  }

  @ParameterizedTest
  @EnumSource
  void failure_amongItsOwnCauses_comesLogicalAtTheTop(Client client) {
    PhysicalFixture fixture =
        PhysicalFixture.of(Placement.SUFFIX, ScalarAttributeType.S, Source.PLAIN);
    IllegalStateException cause = new IllegalStateException("inner");
    SdkClientException failure = SdkClientException.create("outer", cause);
    cause.initCause(failure);
    DynamoDbRequest request = Requests.of(fixture).get(0);
    assertThat(thrownBy(client, fixture, failure, request)).isSameAs(failure);
  }

  /** The walker is not blind: a decorator that passes on what it gets is caught in each member. */
  @Test
  void walker_aDecoratorThatLeaks_isCaughtInEveryMemberAndException() {
    PhysicalFixture fixture =
        PhysicalFixture.of(Placement.SUFFIX, ScalarAttributeType.S, Source.SORT_KEY);
    AttributeValue physical = fixture.logicalByPhysical().keySet().iterator().next();
    PhysicalFixture asking =
        new PhysicalFixture(fixture.spec(), physical, fixture.logicalByPhysical());
    Set<String> caught = new TreeSet<>();
    for (boolean processed : new boolean[] {true, false}) {
      for (DynamoDbRequest request : Requests.of(asking)) {
        PhysicalAnswers answers = new PhysicalAnswers(fixture, processed || !isBatch(request));
        DynamoDbClient leaking =
            new DelegatingDynamoDbClient(FakeDynamoDb.sync(answers::answer), Ownership.BORROWED) {};
        DynamoDbResponse leaked = DynamoDbCalls.call(leaking, request);
        LeakWalker.leaks(fixture, leaked).stream()
            .map(leak -> leak.replace("[]", "").replace("." + PhysicalFixture.TABLE, ""))
            .flatMap(leak -> HOLDING_ATTRIBUTES.stream().filter(leak::startsWith))
            .forEach(caught::add);
      }
    }
    assertThat(caught).isEqualTo(new TreeSet<>(HOLDING_ATTRIBUTES));
  }
}
