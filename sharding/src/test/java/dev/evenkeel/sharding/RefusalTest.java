package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.Ownership;
import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalOperator;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Unsupported operations on a managed table are refused before anything is sent; all others pass.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class RefusalTest {
  private static final Map<String, AttributeValue> KEY = key("a", "b");
  private static final ShardingSpec SPEC =
      ShardingSpec.builder("managed").partitionKey("pk").sortKey("sk").shards(4).build();

  private Recording recording;
  private ShardingDynamoDbClient sharded;

  /** Counts what is sent. */
  private static final class Recording extends DelegatingDynamoDbClient {
    private final List<DynamoDbRequest> sent = new ArrayList<>();

    Recording(DynamoDbClient delegate) {
      super(delegate, Ownership.BORROWED);
    }

    @Override
    protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> call) {
      sent.add(request);
      return call.apply(request);
    }
  }

  @BeforeEach
  void open(DynamoDbClient plain) {
    recording = new Recording(plain);
    sharded = ShardingDynamoDbClient.builder(recording).table(SPEC).build();
  }

  @SuppressWarnings("unchecked") // the SDK declares varargs of a generic type
  static Stream<Arguments> unsupported() {
    return Stream.of(
        operation(
            "ExecuteStatement",
            c -> c.executeStatement(r -> r.statement("SELECT * FROM \"managed\""))),
        operation(
            "BatchExecuteStatement",
            c ->
                c.batchExecuteStatement(
                    r -> r.statements(i -> i.statement("DELETE FROM managed WHERE pk='a'")))),
        operation(
            "ExecuteTransaction",
            c ->
                c.executeTransaction(
                    r -> r.transactStatements(i -> i.statement("INSERT INTO Managed VALUE {}")))),
        operation(
            "ImportTable",
            c -> c.importTable(r -> r.tableCreationParameters(t -> t.tableName("managed")))));
  }

  private static Arguments operation(String name, Consumer<DynamoDbClient> call) {
    return Arguments.of(name, call);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unsupported")
  void anyOperation_unsupportedOnAManagedTable_isRefusedUnsent(
      String name, Consumer<DynamoDbClient> call) {
    assertThatThrownBy(() -> call.accept(sharded))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageStartingWith(name + " on '")
        .hasMessageContaining("refused: ")
        .hasMessageMatching(".*(undecorated|GetItem, Query or Scan).*");
    assertThat(recording.sent).isEmpty();
  }

  @Test
  void async_refusals_arriveAsFailedFutures(DynamoDbAsyncClient plain) {
    ShardingDynamoDbAsyncClient async =
        ShardingDynamoDbAsyncClient.builder(plain).table(SPEC).build();
    assertThat(async.executeStatement(r -> r.statement("SELECT * FROM managed")))
        .failsWithin(Duration.ofSeconds(5))
        .withThrowableThat()
        .havingCause()
        .isInstanceOf(RefusedOperationException.class);
    assertThat(async.query(r -> r.tableName("managed").keyConditionExpression("pk >")))
        .isCompletedExceptionally();
  }

  static Stream<Arguments> legacy() {
    return Stream.of(
        operation(
            "Expected", c -> c.putItem(r -> r.tableName("managed").item(KEY).expected(Map.of()))),
        operation(
            "ConditionalOperator",
            c ->
                c.putItem(
                    r ->
                        r.tableName("managed")
                            .item(KEY)
                            .conditionalOperator(ConditionalOperator.AND))),
        operation(
            "AttributesToGet",
            c -> c.getItem(r -> r.tableName("managed").key(KEY).attributesToGet("pk"))),
        operation(
            "KeyConditions", c -> c.query(r -> r.tableName("managed").keyConditions(Map.of()))),
        operation("QueryFilter", c -> c.query(r -> r.tableName("managed").queryFilter(Map.of()))),
        operation(
            "AttributesToGet", c -> c.query(r -> r.tableName("managed").attributesToGet("pk"))),
        operation("ScanFilter", c -> c.scan(r -> r.tableName("managed").scanFilter(Map.of()))),
        operation(
            "AttributesToGet", c -> c.scan(r -> r.tableName("managed").attributesToGet("pk"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("legacy")
  void legacyParameter_onAManagedTable_isRefusedUnsent(
      String parameter, Consumer<DynamoDbClient> call) {
    assertThatThrownBy(() -> call.accept(sharded))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the legacy parameter " + parameter + " is used. Use ");
    assertThat(recording.sent).isEmpty();
  }

  @Test
  void query_byTheLogicalKeyOnAnUndeclaredIndex_isRefusedUnsent() {
    assertThatThrownBy(
            () ->
                sharded.query(
                    r ->
                        r.tableName("managed")
                            .indexName("byN")
                            .keyConditionExpression("pk = :pk AND n = :n")
                            .expressionAttributeValues(Map.of(":pk", s("a"), ":n", n(1)))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("the spec does not declare index 'byN'")
        .hasMessageContaining("localIndex or globalIndex");
    assertThat(recording.sent).isEmpty();
  }

  @Test
  void anyOperation_byArn_isRefusedToo() {
    assertThatThrownBy(
            () ->
                sharded.importTable(
                    r ->
                        r.tableCreationParameters(
                            t ->
                                t.tableName(
                                    "arn:aws:dynamodb:us-east-1:000000000000:table/managed"))))
        .isInstanceOf(RefusedOperationException.class);
    assertThat(recording.sent).isEmpty();
  }

  @Test
  void build_noTableOrTwoSpecsOfOne_isRefused(DynamoDbClient plain) {
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(plain).build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> ShardingDynamoDbClient.builder(plain).table(SPEC).table(SPEC).build())
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'managed' has two specs");
    assertThatThrownBy(
            () -> ShardingDynamoDbClient.builder(plain).table(SPEC).concurrency(0).build())
        .isInstanceOf(IllegalArgumentException.class);
    assertThatCode(() -> ShardingDynamoDbClient.builder(plain).table(SPEC).concurrency(1).build())
        .doesNotThrowAnyException();
  }

  @Test
  void unmanagedTable_anyRequest_passesAsTheSameObject(DynamoDbClient plain) {
    PhysicalTables.create(plain, SPEC);
    ShardingSpec free =
        ShardingSpec.builder("free").partitionKey("pk").sortKey("sk").shards(2).build();
    PhysicalTables.create(plain, free);
    List<DynamoDbRequest> requests = freeRequests();
    requests.forEach(request -> DynamoDbCalls.call(sharded, request));
    sharded.describeTable(r -> r.tableName("free"));
    sharded.listTables();
    sharded.waiter().waitUntilTableExists(r -> r.tableName("free"));
    assertThat(recording.sent).hasSize(requests.size() + 3);
    for (int i = 0; i < requests.size(); i++) {
      assertThat(recording.sent.get(i)).isSameAs(requests.get(i));
    }
  }

  private static List<DynamoDbRequest> freeRequests() {
    return List.of(
        PutItemRequest.builder().tableName("free").item(KEY).build(),
        GetItemRequest.builder().tableName("free").key(KEY).attributesToGet("pk").build(),
        QueryRequest.builder()
            .tableName("free")
            .keyConditionExpression("pk = :pk")
            .expressionAttributeValues(Map.of(":pk", s("a")))
            .build(),
        ScanRequest.builder().tableName("free").build(),
        DeleteItemRequest.builder().tableName("free").key(KEY).build());
  }
}
