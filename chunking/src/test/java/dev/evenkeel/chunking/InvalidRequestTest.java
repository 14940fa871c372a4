package dev.evenkeel.chunking;

import static org.assertj.core.api.Assertions.assertThat;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromN;
import static software.amazon.awssdk.services.dynamodb.model.AttributeValue.fromS;

import dev.evenkeel.core.internal.flow.DynamoDbCalls;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A request that plain DynamoDB refuses fails over large values with the same class, code and
 * status.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class InvalidRequestTest {
  private static final AttributeValue LARGE = fromS("large ".repeat(500));

  private static List<DynamoDbRequest> requests() {
    List<DynamoDbRequest> all = new ArrayList<>();
    for (Map<String, AttributeValue> key :
        List.of(
            Map.of("id", fromS("a")),
            Map.of("rank", fromN("1")),
            Map.of("id", fromN("1"), "rank", fromN("1")),
            Map.of("id", fromS("a"), "rank", fromS("1")),
            Map.of("id", fromS("a"), "rank", fromN("one")),
            Map.of("id", fromS("a"), "rank", fromN("1E200")),
            Map.of("id", fromS(""), "rank", fromN("1")),
            Map.of("id", fromS("x".repeat(2049)), "rank", fromN("1")))) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      item.put("body", LARGE);
      all.add(GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build());
      all.add(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
      all.add(DeleteItemRequest.builder().tableName(Fixture.DOCS).key(key).build());
      all.add(
          UpdateItemRequest.builder()
              .tableName(Fixture.DOCS)
              .key(key)
              .updateExpression("SET body = :b")
              .expressionAttributeValues(Map.of(":b", LARGE))
              .build());
      all.add(batchGet(List.of(key)));
      all.add(batchWrite(List.of(item)));
    }
    Map<String, AttributeValue> key = Fixture.key("a", 1);
    all.add(batchGet(List.of(key, key)));
    all.add(batchWrite(List.of(key, key)));
    all.add(batchGet(IntStream.range(0, 101).mapToObj(i -> Fixture.key("a", i)).toList()));
    all.add(batchWrite(IntStream.range(0, 26).mapToObj(i -> Fixture.key("a", i)).toList()));
    TransactWriteItem put =
        TransactWriteItem.builder()
            .put(Put.builder().tableName(Fixture.DOCS).item(key).build())
            .build();
    all.add(TransactWriteItemsRequest.builder().transactItems(put, put).build());
    all.addAll(actions(key));
    all.addAll(returning(key));
    for (String condition : List.of("a = :w", "a =", "#n = :v", "size(a)", "((a = :v))")) {
      Map<String, AttributeValue> values = Map.of(":v", fromS("x"));
      all.add(
          PutItemRequest.builder()
              .tableName(Fixture.DOCS)
              .item(key)
              .conditionExpression(condition)
              .expressionAttributeValues(values)
              .build());
      all.add(
          ScanRequest.builder()
              .tableName(Fixture.DOCS)
              .filterExpression(condition)
              .expressionAttributeValues(values)
              .build());
    }
    for (String update :
        List.of(
            "SET body = :b, body = :b",
            "SET body = :b, a = :w",
            "SET body = :b REMOVE",
            "SET #n = :b")) {
      all.add(
          UpdateItemRequest.builder()
              .tableName(Fixture.DOCS)
              .key(key)
              .updateExpression(update)
              .expressionAttributeValues(Map.of(":b", LARGE))
              .build());
    }
    for (String condition : List.of("id <> :v", "rank = :n", "id = :w", "id = :v OR rank = :n")) {
      all.add(
          QueryRequest.builder()
              .tableName(Fixture.DOCS)
              .keyConditionExpression(condition)
              .expressionAttributeValues(Map.of(":v", fromS("x")))
              .build());
    }
    return all;
  }

  /** Transactions and batches with actions that are none, beside others that would be made. */
  private static List<DynamoDbRequest> actions(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> large = new HashMap<>(Fixture.key("b", 1));
    large.put("body", LARGE);
    Put put = Put.builder().tableName(Fixture.DOCS).item(key).build();
    Delete delete = Delete.builder().tableName(Fixture.DOCS).key(Fixture.key("c", 1)).build();
    TransactWriteItem fine =
        TransactWriteItem.builder()
            .put(Put.builder().tableName(Fixture.DOCS).item(large).build())
            .build();
    List<DynamoDbRequest> all = new ArrayList<>();
    for (TransactWriteItem none :
        List.of(
            TransactWriteItem.builder().build(),
            TransactWriteItem.builder().put(put).delete(delete).build(),
            TransactWriteItem.builder()
                .put(put.toBuilder().tableName("Plain").build())
                .delete(delete)
                .build())) {
      all.add(TransactWriteItemsRequest.builder().transactItems(fine, none).build());
    }
    all.add(
        TransactWriteItemsRequest.builder()
            .transactItems(
                IntStream.range(0, 101)
                    .mapToObj(i -> put.toBuilder().item(Fixture.key("a", i)).build())
                    .map(each -> TransactWriteItem.builder().put(each).build())
                    .toList())
            .build());
    for (WriteRequest none :
        List.of(
            WriteRequest.builder().build(),
            WriteRequest.builder()
                .putRequest(p -> p.item(key))
                .deleteRequest(d -> d.key(Fixture.key("c", 1)))
                .build())) {
      all.add(
          BatchWriteItemRequest.builder()
              .requestItems(
                  Map.of(
                      Fixture.DOCS,
                      List.of(WriteRequest.builder().putRequest(p -> p.item(large)).build(), none)))
              .build());
    }
    return all;
  }

  /** Writes that are to return what DynamoDB does not know, or not of that operation. */
  private static List<DynamoDbRequest> returning(Map<String, AttributeValue> key) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("body", LARGE);
    PutItemRequest put = PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
    DeleteItemRequest delete = DeleteItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
    UpdateItemRequest update =
        UpdateItemRequest.builder()
            .tableName(Fixture.DOCS)
            .key(key)
            .updateExpression("SET body = :b")
            .expressionAttributeValues(Map.of(":b", LARGE))
            .build();
    List<DynamoDbRequest> all = new ArrayList<>();
    for (String wanted : List.of("ALLNEW", "all_old")) {
      all.add(put.toBuilder().returnValues(wanted).build());
      all.add(delete.toBuilder().returnValues(wanted).build());
      all.add(update.toBuilder().returnValues(wanted).build());
      all.add(put.toBuilder().returnValuesOnConditionCheckFailure(wanted).build());
      all.add(delete.toBuilder().returnValuesOnConditionCheckFailure(wanted).build());
      all.add(update.toBuilder().returnValuesOnConditionCheckFailure(wanted).build());
    }
    for (String wanted : List.of("ALL_NEW", "UPDATED_OLD", "UPDATED_NEW")) {
      all.add(put.toBuilder().returnValues(wanted).build());
      all.add(delete.toBuilder().returnValues(wanted).build());
    }
    return all;
  }

  private static DynamoDbRequest batchGet(List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(Fixture.DOCS, KeysAndAttributes.builder().keys(keys).build()))
        .build();
  }

  private static DynamoDbRequest batchWrite(List<Map<String, AttributeValue>> items) {
    return BatchWriteItemRequest.builder()
        .requestItems(
            Map.of(
                Fixture.DOCS,
                items.stream()
                    .map(item -> WriteRequest.builder().putRequest(p -> p.item(item)).build())
                    .toList()))
        .build();
  }

  @Test
  void requests_thatPlainDynamoDbRefuses_failAlike(LocalDynamoDb local, LocalS3 s3) {
    try (Fixture fixture = new Fixture(local, s3)) {
      List<ClientUnderTest> clients = fixture.clients(fixture.spec().build());
      List<String> unlike = new ArrayList<>();
      for (DynamoDbRequest request : requests()) {
        String expected = failure(plain -> DynamoDbCalls.call(fixture.plain, plain), request);
        for (ClientUnderTest client : clients) {
          String actual = failure(client::call, request);
          if (!actual.equals(expected)) {
            String text = request.toString();
            unlike.add(
                "%s%n  plain %s, chunked %s"
                    .formatted(text.substring(0, Math.min(300, text.length())), expected, actual));
          }
        }
      }
      assertThat(unlike).isEmpty();
      assertThat(fixture.stored(Fixture.DOCS)).isEmpty();
      assertThat(fixture.stored(Fixture.CHUNKS)).isEmpty();
    }
  }

  private static String failure(Function<DynamoDbRequest, ?> call, DynamoDbRequest request) {
    try {
      var unused = call.apply(request);
      return "accepted";
    } catch (DynamoDbException e) {
      return "%s %s %d %s"
          .formatted(
              e.getClass().getSimpleName(),
              e.awsErrorDetails().errorCode(),
              e.statusCode(),
              e.awsErrorDetails().serviceName());
    } catch (RuntimeException e) {
      return e.getClass().getSimpleName() + " " + e.getMessage();
    }
  }
}
