package dev.evenkeel.chunking.internal.read;

import static dev.evenkeel.chunking.internal.read.Docs.key;
import static dev.evenkeel.chunking.internal.read.Docs.s;
import static java.util.Objects.requireNonNull;

import dev.evenkeel.chunking.internal.operation.GetItem;
import dev.evenkeel.chunking.internal.wire.Marker.Placement;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** An item in its stored form, and how it is read. */
@ExtendWith(LocalDynamoDbExtension.class)
abstract class ItemReads {
  static final String TEXT = "text of more than one chunk \u00e4\ud83d\ude00 ".repeat(20);
  static Docs docs;
  private static int items;

  Driver driver = docs.driver();
  final Map<String, AttributeValue> key = key("get", ++items);

  @BeforeAll
  static void createTable(DynamoDbClient client) {
    docs = Docs.create(client, "get");
  }

  @BeforeEach
  void reset() {
    docs.limits(limits -> limits);
    docs.payloads.beforeRead(number -> {});
  }

  GetItemRequest.Builder request() {
    return GetItemRequest.builder().tableName(docs.table).key(key);
  }

  GetItemResponse get(GetItemRequest.Builder request) {
    return driver.run(requireNonNull(GetItem.of(docs.hydrator(), request.build())));
  }

  Map<String, AttributeValue> putStored(
      String attribute, AttributeValue value, Placement placement, boolean compressed) {
    Map<String, AttributeValue> item = new HashMap<>(key);
    item.put("plain", s("x"));
    item.putAll(docs.stored(key, attribute, value, placement, compressed));
    docs.putRaw(item);
    return item;
  }
}
