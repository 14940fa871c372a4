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
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/** Writes of one item with large values, its reads, and what is stored. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class OneItemWrites {
  Fixture fixture;
  private int items;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixture = new Fixture(local, s3);
  }

  @AfterAll
  void close() {
    fixture.close();
  }

  List<ClientUnderTest> clients() {
    return fixture.clients(fixture.spec().build());
  }

  Map<String, AttributeValue> item(Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new HashMap<>(Fixture.key("item", items++));
    item.putAll(attributes);
    return item;
  }

  static PutItemRequest put(Map<String, AttributeValue> item) {
    return PutItemRequest.builder().tableName(Fixture.DOCS).item(item).build();
  }

  static Map<String, AttributeValue> get(ClientUnderTest client, Map<String, AttributeValue> item) {
    GetItemResponse response =
        client.call(
            GetItemRequest.builder()
                .tableName(Fixture.DOCS)
                .key(Map.of("id", item.get("id"), "rank", item.get("rank")))
                .consistentRead(true)
                .build());
    return response.item();
  }

  Map<String, AttributeValue> stored(Map<String, AttributeValue> item) {
    return fixture
        .plain
        .getItem(
            get ->
                get.tableName(Fixture.DOCS)
                    .key(Map.of("id", item.get("id"), "rank", item.get("rank"))))
        .item();
  }
}
