package dev.evenkeel.chunking;

import static dev.evenkeel.chunking.Fixture.noise;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.SdkRequest;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Items with forged markers, and every operation on them. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class HostileItems {
  /** A write reads, notes, stages, commits and takes back; a read looks again a few times. */
  static final int REQUESTS_MAX = 20;

  Fixture fixture;
  List<ClientUnderTest> clients;
  int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  /** One operation on a forged item. */
  enum Reading {
    GET,
    QUERY,
    BATCH_GET,
    TRANSACT_GET;

    DynamoDbRequest of(Map<String, AttributeValue> key) {
      return switch (this) {
        case GET -> GetItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
        case QUERY ->
            QueryRequest.builder()
                .tableName(Fixture.DOCS)
                .keyConditionExpression("id = :id")
                .expressionAttributeValues(Map.of(":id", key.get("id")))
                .build();
        case BATCH_GET ->
            BatchGetItemRequest.builder()
                .requestItems(
                    Map.of(Fixture.DOCS, KeysAndAttributes.builder().keys(List.of(key)).build()))
                .build();
        case TRANSACT_GET ->
            TransactGetItemsRequest.builder()
                .transactItems(
                    TransactGetItem.builder()
                        .get(get -> get.tableName(Fixture.DOCS).key(key))
                        .build())
                .build();
      };
    }
  }

  /** A write that makes {@code body} what {@link #after} says. */
  enum Writing {
    PUT_SMALL,
    PUT_LARGE,
    PUT_SAME,
    SET_SMALL,
    SET_LARGE,
    SET_SAME,
    REMOVE,
    DELETE,
    BATCH_PUT_SMALL,
    BATCH_PUT_LARGE,
    BATCH_DELETE,
    TRANSACT_PUT,
    TRANSACT_SET,
    TRANSACT_DELETE;

    @Nullable AttributeValue after() {
      return switch (this) {
        case PUT_SMALL, SET_SMALL, BATCH_PUT_SMALL -> noise(10);
        case PUT_LARGE, SET_LARGE, BATCH_PUT_LARGE, TRANSACT_PUT, TRANSACT_SET -> noise(2500);
        case PUT_SAME, SET_SAME -> noise(2000);
        case REMOVE, DELETE, BATCH_DELETE, TRANSACT_DELETE -> null;
      };
    }

    DynamoDbRequest of(Map<String, AttributeValue> key) {
      Map<String, AttributeValue> item = new HashMap<>(key);
      if (after() != null) {
        item.put("body", after());
      }
      return switch (this) {
        case PUT_SMALL, PUT_LARGE, PUT_SAME ->
            PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
        case SET_SMALL, SET_LARGE, SET_SAME ->
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("SET body = :b")
                .expressionAttributeValues(Map.of(":b", after()))
                .build();
        case REMOVE ->
            UpdateItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(key)
                .updateExpression("REMOVE body")
                .build();
        case DELETE -> DeleteItemRequest.builder().tableName(Fixture.DOCS).key(key).build();
        case BATCH_PUT_SMALL, BATCH_PUT_LARGE, BATCH_DELETE ->
            BatchWriteItemRequest.builder()
                .requestItems(
                    Map.of(
                        Fixture.DOCS,
                        List.of(
                            this == BATCH_DELETE
                                ? WriteRequest.builder().deleteRequest(d -> d.key(key)).build()
                                : WriteRequest.builder().putRequest(p -> p.item(item)).build())))
                .build();
        case TRANSACT_PUT -> transaction(a -> a.put(put -> put.tableName(Fixture.DOCS).item(item)));
        case TRANSACT_SET ->
            transaction(
                action ->
                    action.update(
                        update ->
                            update
                                .tableName(Fixture.DOCS)
                                .key(key)
                                .updateExpression("SET body = :b")
                                .expressionAttributeValues(Map.of(":b", after()))));
        case TRANSACT_DELETE ->
            transaction(a -> a.delete(delete -> delete.tableName(Fixture.DOCS).key(key)));
      };
    }

    private static DynamoDbRequest transaction(Consumer<TransactWriteItem.Builder> action) {
      return TransactWriteItemsRequest.builder()
          .transactItems(TransactWriteItem.builder().applyMutation(action).build())
          .build();
    }
  }

  /** The key of an item whose body is in chunks, three of them. */
  Map<String, AttributeValue> put(ClientUnderTest client) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("item" + items++, 1));
    Map<String, AttributeValue> key = Map.copyOf(item);
    item.put("body", noise(2000));
    client.call(PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build());
    return key;
  }

  Map<String, AttributeValue> stored(Map<String, AttributeValue> key) {
    return fixture.plain.getItem(get -> get.tableName(Fixture.DOCS).key(key)).item();
  }

  Map<String, AttributeValue> get(ClientUnderTest client, Map<String, AttributeValue> key) {
    return ((GetItemResponse) client.call(Reading.GET.of(key))).item();
  }

  void forge(Map<String, AttributeValue> item) {
    fixture.plain.putItem(put -> put.tableName(Fixture.DOCS).item(item));
  }

  @Nullable Throwable failure(
      ClientUnderTest client, DynamoDbRequest request, Map<String, AttributeValue> key) {
    fixture.sent.look();
    Throwable failure = catchThrowable(() -> client.call(request));
    List<SdkRequest> sent = fixture.sent.seen();
    assertThat(sent).hasSizeBetween(1, REQUESTS_MAX);
    new OwnTablesFixture(fixture, key).holds(sent);
    return failure;
  }
}
