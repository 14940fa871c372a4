package dev.evenkeel.chunking;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Requests that are refused by name, before anything is sent. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class BadRequests {
  static final Map<String, AttributeValue> KEY = Fixture.key("bad", 1);

  Fixture fixture;
  List<ClientUnderTest> clients;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
    clients = fixture.clients(fixture.spec().build());
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  static Map<String, AttributeValue> item(String attribute) {
    Map<String, AttributeValue> item = new HashMap<>(KEY);
    item.put(attribute, AttributeValue.fromS("x"));
    return item;
  }

  /** Every operation that writes an item. */
  static List<DynamoDbRequest> putting(Map<String, AttributeValue> item) {
    return List.of(
        PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build(),
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    "Plain",
                    List.of(writing(Fixture.key("other", 1))),
                    Fixture.DOCS,
                    List.of(writing(Fixture.key("fine", 1)), writing(item))))
            .build(),
        transaction(
            TransactWriteItem.builder()
                .put(put -> put.tableName(Fixture.DOCS).item(item))
                .build()));
  }

  static WriteRequest writing(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  List<ClientUnderTest> clients() {
    return clients;
  }

  static DynamoDbRequest transaction(TransactWriteItem action) {
    return TransactWriteItemsRequest.builder()
        .transactItems(
            TransactWriteItem.builder()
                .put(put -> put.tableName("Plain").item(Fixture.key("other", 1)))
                .build(),
            action)
        .build();
  }
}
