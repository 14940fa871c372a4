package dev.evenkeel.sharding;

import static dev.evenkeel.sharding.Attributes.key;
import static dev.evenkeel.sharding.Attributes.n;
import static dev.evenkeel.sharding.Attributes.s;
import static dev.evenkeel.sharding.Counters.add;
import static dev.evenkeel.sharding.Counters.query;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkRequest;
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
import software.amazon.awssdk.services.dynamodb.model.RestoreTableToPointInTimeRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Requests that cannot be honoured on a counter are refused before anything is sent, with a remedy.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@TestInstance(Lifecycle.PER_CLASS)
class CounterRefusalTest {
  private static final Map<String, AttributeValue> KEY = key("film", "a");
  private static final CounterSpec SPEC = Counters.sorted("votes", 4).build();

  private final Queue<SdkRequest> sent = new ConcurrentLinkedQueue<>();
  private ClientUnderTest client;

  @BeforeAll
  void open(LocalDynamoDb shared) {
    client =
        ShardedClients.open(
            Kind.SYNC, shared.isolated(), sent::add, ShardedClients.Tables.of().with(SPEC));
    client.call(Counters.create(SPEC));
    client.call(add("votes", KEY, "likes", "3"));
    sent.clear();
  }

  @AfterAll
  void close() {
    client.close();
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
    assertThatThrownBy(() -> client.call(request))
        .isInstanceOfAny(RefusedOperationException.class, DynamoDbException.class)
        .message()
        .contains(reason)
        .matches("(?s)[A-Za-z]+ on '(votes|a table of the statement)' refused: .+\\. .+\\..*");
    assertThat(sent).isEmpty();
  }
}
