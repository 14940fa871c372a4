package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.add;
import static dev.evenkeel.sharding.Counters.get;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.DuplicateKeyException;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeAction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.AttributeValueUpdate;
import software.amazon.awssdk.services.dynamodb.model.BatchExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.Condition;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteTransactionRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** What cannot be honoured on a counter is refused before anything is sent, and says what to do. */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class CounterRefusalTest {
  private static final Map<String, AttributeValue> KEY = key("film", "a");
  private static final CounterSpec SPEC = Counters.sorted("votes", 4).build();

  private static final CounterSpec LONE = Counters.lone("lone", 3).build();

  private final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();
  private Face face;

  @BeforeAll
  void open(LocalDynamoDb shared) {
    face = Face.Kind.SYNC.open(shared.isolated(), sent::add, Face.Tables.of().with(SPEC, LONE));
    face.call(Counters.create(SPEC));
    face.call(Counters.create(LONE));
    face.update(add("votes", KEY, "likes", "3"));
    sent.clear();
  }

  @AfterAll
  void close() {
    face.close();
  }

  private static Arguments refused(String reason, DynamoDbRequest request) {
    return Arguments.of(reason, request);
  }

  private static UpdateItemRequest update(String expression) {
    Map<String, AttributeValue> values = new HashMap<>();
    Map<String, AttributeValue> all =
        Map.of(":n", n(1), ":s", s("x"), ":ns", AttributeValue.fromNs(List.of("1")));
    all.forEach(
        (name, value) -> {
          if (expression.matches(".*" + name + "\\b.*")) {
            values.put(name, value);
          }
        });
    return add("votes", KEY, "likes", "1").toBuilder()
        .updateExpression(expression)
        .expressionAttributeNames(null)
        .expressionAttributeValues(values.isEmpty() ? null : values)
        .build();
  }

  private static UpdateItemRequest addAnd(UnaryOperator<UpdateItemRequest.Builder> more) {
    return more.apply(add("votes", KEY, "likes", "1").toBuilder()).build();
  }

  private static QueryRequest query(UnaryOperator<QueryRequest.Builder> more) {
    return more.apply(
            QueryRequest.builder()
                .tableName("votes")
                .keyConditionExpression("pk = :p")
                .expressionAttributeValues(Map.of(":p", s("film"))))
        .build();
  }

  static Stream<Arguments> refusedUpdates() {
    return Stream.of(
        refused("SET, REMOVE or DELETE", update("SET likes = :n")),
        refused("SET, REMOVE or DELETE", update("SET likes = likes + :n")),
        refused("SET, REMOVE or DELETE", update("ADD likes :n SET note = :s")),
        refused("SET, REMOVE or DELETE", update("REMOVE likes")),
        refused("SET, REMOVE or DELETE", update("DELETE likes :ns")),
        refused("adds to 'extra', which the spec does not sum", update("ADD likes :n, extra :n")),
        refused("adds to a part of 'likes'", update("ADD likes.today :n")),
        refused("adds to a part of 'hits'", update("ADD hits[0] :n")),
        refused("adds a value of type NS to 'likes'", update("ADD likes :ns")),
        refused("adds a value of type S to 'likes'", update("ADD likes :s")),
        refused("no UpdateExpression", addAnd(u -> u.updateExpression(null))),
        refused("a condition would be asked of one row", addAnd(u -> u.conditionExpression("x"))),
        refused("ReturnValues ALL_NEW", addAnd(u -> u.returnValues("ALL_NEW"))),
        refused("ReturnValues UPDATED_OLD", addAnd(u -> u.returnValues("UPDATED_OLD"))),
        refused("ReturnValues SOME_DAY", addAnd(u -> u.returnValues("SOME_DAY"))),
        refused("partition key attribute 'pk' is missing", addAnd(u -> u.key(Map.of()))),
        refused(
            "AttributeUpdates",
            UpdateItemRequest.builder()
                .tableName("votes")
                .key(KEY)
                .attributeUpdates(
                    Map.of(
                        "likes",
                        AttributeValueUpdate.builder()
                            .action(AttributeAction.ADD)
                            .value(n(1))
                            .build()))
                .build()));
  }

  @SuppressWarnings("unchecked") // the SDK declares varargs of a generic type
  static Stream<Arguments> refusedOthers() {
    DeleteItemRequest delete = DeleteItemRequest.builder().tableName("votes").key(KEY).build();
    return Stream.of(
        refused(
            "a put would replace one row",
            PutItemRequest.builder().tableName("votes").item(KEY).build()),
        refused("a scan meets", ScanRequest.builder().tableName("votes").build()),
        refused(
            "a condition would be asked of each row",
            delete.toBuilder().conditionExpression("likes > :n").build()),
        refused(
            "ReturnValues ALL_OLD of several deletes",
            delete.toBuilder().returnValues("ALL_OLD").build()),
        refused("index 'by' holds the rows", query(q -> q.indexName("by"))),
        refused("a filter would be asked of rows", query(q -> q.filterExpression("likes > :n"))),
        refused(
            "KeyConditions",
            query(q -> q.keyConditions(Map.of("pk", Condition.builder().build())))),
        refused("conflicts with the additions", transactWrite()),
        refused("conflicts with the additions to every row", transactGet()),
        refused(
            "entry 1 of the table is a put",
            Batches.write(Map.of("votes", List.of(Batches.put(KEY))))),
        refused(
            "PartiQL is not rewritten",
            ExecuteStatementRequest.builder().statement("select * from votes").build()),
        refused(
            "PartiQL is not rewritten",
            BatchExecuteStatementRequest.builder()
                .statements(b -> b.statement("delete from \"votes\" where pk='film'"))
                .build()),
        refused(
            "PartiQL is not rewritten",
            ExecuteTransactionRequest.builder()
                .transactStatements(t -> t.statement("select * from votes where pk='film'"))
                .build()),
        refused(
            "the source is not known to be sharded",
            RestoreTableToPointInTimeRequest.builder()
                .sourceTableName("elsewhere")
                .targetTableName("votes")
                .build()),
        refused(
            "its sort key missing, but the spec's partition key is 'pk' and its sort key 'sk'",
            Counters.create(Counters.lone("votes", 4).build())));
  }

  @SuppressWarnings("unchecked") // the SDK declares varargs of a generic type
  private static TransactWriteItemsRequest transactWrite() {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            item -> item.put(put -> put.tableName("plain").item(KEY)),
            item ->
                item.update(
                    u ->
                        u.tableName("votes")
                            .key(KEY)
                            .updateExpression("ADD likes :n")
                            .expressionAttributeValues(Map.of(":n", n(1)))))
        .build();
  }

  @SuppressWarnings("unchecked") // the SDK declares varargs of a generic type
  private static TransactGetItemsRequest transactGet() {
    return TransactGetItemsRequest.builder()
        .transactItems(item -> item.get(g -> g.tableName("votes").key(KEY)))
        .build();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"refusedUpdates", "refusedOthers"})
  void request_thatCannotBeHonoured_isRefusedUnsent(String reason, DynamoDbRequest request) {
    sent.clear();
    assertThatThrownBy(() -> face.call(request))
        .isInstanceOfSatisfying(
            RefusedOperationException.class,
            e -> {
              assertThat(e.reason()).contains(reason);
              assertThat(e.remedy()).isNotBlank();
              assertThat(e.table()).isIn("votes", "a table of the statement");
            });
    assertThat(sent).isEmpty();
  }

  @Test
  void importTable_ofCounters_isRefused(DynamoDbClient plain) {
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).counter(SPEC).build();
    assertThatThrownBy(
            () -> client.importTable(i -> i.tableCreationParameters(t -> t.tableName("votes"))))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("imported items would be stored as they are");
  }

  @Test
  void update_selectorThatDrawsNoShard_isRefused(DynamoDbClient plain) {
    ShardSelector wrong =
        new ShardSelector() {
          @Override
          public List<String> determinants() {
            return List.of();
          }

          @Override
          public int select(Map<String, AttributeValue> determinants, int shardCount) {
            return shardCount;
          }

          @Override
          public String id() {
            return "wrong";
          }
        };
    CounterSpec spec = Counters.sorted("votes", 4).selector(wrong).build();
    ShardingDynamoDbClient client = ShardingDynamoDbClient.builder(plain).counter(spec).build();
    assertThatThrownBy(() -> client.updateItem(add("votes", KEY, "likes", "1")))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("selector 'wrong' chose shard 4 of 4");
  }

  @Test
  void batch_oneCounterTwice_isRefused() {
    Map<String, AttributeValue> again = new HashMap<>(KEY);
    assertThatThrownBy(
            () -> face.batchGet(Batches.get(Map.of("votes", Batches.keys(List.of(KEY, again))))))
        .isInstanceOf(DuplicateKeyException.class);
    assertThatThrownBy(
            () ->
                face.batchWrite(
                    Batches.write(
                        Map.of("votes", List.of(Batches.delete(KEY), Batches.delete(again))))))
        .isInstanceOf(DuplicateKeyException.class);
  }

  static Stream<Map<String, AttributeValue>> foreignStartKeys() {
    return Stream.of(
        Map.of("pk", s("film")),
        key("other", "a"),
        key(s("film"), n(1)),
        Map.of("pk", s("film"), "sk", s("a"), "likes", n(1)),
        Map.of("pk", s("film"), "sk", s("")),
        key("film", "b"));
  }

  @ParameterizedTest
  @MethodSource("foreignStartKeys")
  void query_foreignStartKey_isRefused(Map<String, AttributeValue> startKey) {
    QueryRequest query =
        query(
            q ->
                q.keyConditionExpression("pk = :p AND sk < :b")
                    .expressionAttributeValues(Map.of(":p", s("film"), ":b", s("b")))
                    .exclusiveStartKey(startKey));
    assertThatThrownBy(() -> face.query(query)).isInstanceOf(InvalidStartKeyException.class);
  }

  @Test
  void requests_thatNoEngineTakes_failAsTheyDoPlainly() {
    List<DynamoDbRequest> requests =
        List.of(
            query(q -> q.limit(0)),
            query(q -> q.select("COUNT").projectionExpression("likes")),
            query(q -> q.tableName("lone").limit(-1)),
            query(q -> q.tableName("lone").expressionAttributeNames(Map.of("#unused", "likes"))),
            query(q -> q.tableName("lone").select("SPECIFIC_ATTRIBUTES")),
            query(q -> q.tableName("lone").select("ALL_ATTRIBUTES").projectionExpression("likes")),
            query(q -> q.tableName("lone").select("ALL_PROJECTED_ATTRIBUTES")),
            query(q -> q.tableName("lone").select("NO_SUCH_SELECT")),
            query(q -> q.tableName("lone").select("NO_SUCH_SELECT").projectionExpression("likes")),
            query(q -> q.limit(0).keyConditionExpression(null)),
            query(q -> q.limit(0).keyConditionExpression("pk = = :p")),
            query(q -> q.limit(0).expressionAttributeValues(null)),
            get("votes", Map.of("pk", s("film"))),
            get("votes", Map.of("pk", s("film"), "sk", s("a"), "x", s("a"))),
            add("votes", Map.of("pk", s("film")), "likes", "1"),
            add("votes", KEY, "likes", "many"),
            DeleteItemRequest.builder().tableName("votes").key(Map.of("pk", s("film"))).build(),
            Batches.get(Map.of("votes", Batches.keys(List.of(Map.of("pk", s("film")))))));
    for (DynamoDbRequest request : requests) {
      assertThatThrownBy(() -> face.call(request))
          .as("%s", request)
          .isInstanceOfSatisfying(
              DynamoDbException.class,
              e -> assertThat(e.awsErrorDetails().errorCode()).isEqualTo("ValidationException"));
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void build_tableWithTwoSpecs_isRefused(boolean byArn, DynamoDbClient plain) {
    String name = byArn ? "arn:aws:dynamodb:us-east-1:000000000000:table/votes" : "votes";
    ShardingSpec other =
        ShardingSpec.builder("votes").partitionKey("pk").sortKey("sk").shards(1).build();
    ShardingDynamoDbClient.Builder builder =
        ShardingDynamoDbClient.builder(plain)
            .table(other)
            .counter(Counters.sorted(name, 4).build());
    assertThatThrownBy(builder::build).hasMessageContaining("two specs");
  }
}
