package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.spec.LargeValueException;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.gen.Gen;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A handful of items: for each, what it may be. An empty map is no item. */
final class FaultModel {
  private static final List<String> IDS = List.of("a", "b", "c", "d", "e");

  private final Gen gen;
  private final Map<String, Set<Map<String, AttributeValue>>> possible = new LinkedHashMap<>();
  private int drawn;
  private int failures;

  FaultModel(Gen gen) {
    this.gen = gen;
    IDS.forEach(id -> possible.put(id, Set.of(Map.of())));
  }

  int failures() {
    return failures;
  }

  /** Makes a call, and knows more or less afterwards. */
  void step(ClientUnderTest client) {
    String id = gen.oneOf(IDS);
    switch (gen.between(0, 7)) {
      case 0, 1 -> put(client, id);
      case 2 -> update(client, id);
      case 3 -> delete(client, id);
      case 4 -> batch(client);
      case 5 -> transaction(client);
      default -> read(client, id);
    }
  }

  private static Map<String, AttributeValue> key(String id) {
    return Map.of("id", AttributeValue.fromS(id));
  }

  private Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("body", value());
    if (gen.chance(0.5)) {
      item.put("image", value());
    }
    if (gen.chance(0.5)) {
      item.put("text", Values.text("same"));
    }
    return item;
  }

  private AttributeValue value() {
    String name = "value" + drawn++;
    return switch (gen.between(0, 3)) {
      case 0 -> AttributeValue.fromS(name);
      case 1 -> Values.wide(name);
      default -> Values.large(name);
    };
  }

  private static DynamoDbRequest putting(String id, Map<String, AttributeValue> item) {
    return PutItemRequest.builder()
        .tableName(CrashFixture.DOCS)
        .item(Values.with(key(id), item))
        .build();
  }

  private void put(ClientUnderTest client, String id) {
    Map<String, AttributeValue> item = item();
    becomes(id, Set.of(item), call(client, putting(id, item)) != null);
  }

  private void update(ClientUnderTest client, String id) {
    AttributeValue body = value();
    UpdateItemRequest request =
        UpdateItemRequest.builder()
            .tableName(CrashFixture.DOCS)
            .key(key(id))
            .updateExpression("SET body = :body REMOVE image")
            .expressionAttributeValues(Map.of(":body", body))
            .build();
    becomes(id, updated(id, body), call(client, request) != null);
  }

  private Set<Map<String, AttributeValue>> updated(String id, AttributeValue body) {
    Set<Map<String, AttributeValue>> after = new HashSet<>();
    for (Map<String, AttributeValue> before : possible(id)) {
      Map<String, AttributeValue> item = new HashMap<>(before);
      item.put("body", body);
      item.remove("image");
      after.add(item);
    }
    return after;
  }

  private void delete(ClientUnderTest client, String id) {
    DeleteItemRequest request =
        DeleteItemRequest.builder().tableName(CrashFixture.DOCS).key(key(id)).build();
    becomes(id, Set.of(Map.of()), call(client, request) != null);
  }

  private void batch(ClientUnderTest client) {
    Map<String, AttributeValue> first = item();
    Map<String, AttributeValue> second = Map.of("body", AttributeValue.fromS("small"));
    BatchWriteItemRequest request =
        BatchWriteItemRequest.builder()
            .requestItems(
                Map.of(
                    CrashFixture.DOCS,
                    List.of(
                        writing(Values.with(key("a"), first)),
                        writing(Values.with(key("b"), second)),
                        WriteRequest.builder()
                            .deleteRequest(delete -> delete.key(key("c")))
                            .build())))
            .build();
    boolean done =
        call(client, request) instanceof BatchWriteItemResponse batch
            && batch.unprocessedItems().isEmpty();
    becomes("a", Set.of(first), done);
    becomes("b", Set.of(second), done);
    becomes("c", Set.of(Map.of()), done);
  }

  private static WriteRequest writing(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  private void transaction(ClientUnderTest client) {
    Map<String, AttributeValue> item = item();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(
                TransactWriteItem.builder()
                    .put(put -> put.tableName(CrashFixture.DOCS).item(Values.with(key("d"), item)))
                    .build(),
                TransactWriteItem.builder()
                    .delete(delete -> delete.tableName(CrashFixture.DOCS).key(key("e")))
                    .build())
            .build();
    boolean done = call(client, request) != null;
    becomes("d", Set.of(item), done);
    becomes("e", Set.of(Map.of()), done);
  }

  /** Null if it failed, as it may; but no value is ever found damaged. */
  private @Nullable DynamoDbResponse call(ClientUnderTest client, DynamoDbRequest request) {
    try {
      return client.call(request);
    } catch (LargeValueException damaged) {
      throw damaged;
    } catch (SdkException e) {
      failures++;
      return null;
    }
  }

  private Set<Map<String, AttributeValue>> possible(String id) {
    return possible.getOrDefault(id, Set.of());
  }

  private void becomes(String id, Set<Map<String, AttributeValue>> after, boolean done) {
    Set<Map<String, AttributeValue>> now = new HashSet<>(after);
    if (!done) {
      now.addAll(possible(id));
    }
    possible.put(id, now);
  }

  private void read(ClientUnderTest client, String id) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(CrashFixture.DOCS)
            .key(key(id))
            .consistentRead(true)
            .build();
    if (call(client, request) instanceof GetItemResponse response) {
      Map<String, AttributeValue> item = new HashMap<>(response.item());
      item.remove("id");
      assertThat(possible(id)).as("item %s, %s", id, gen).contains(item);
      possible.put(id, Set.of(item));
    }
  }

  /** Reads everything over a connection on which nothing goes wrong. */
  void check(ClientUnderTest safe) {
    int before = failures;
    List<String> ids = new ArrayList<>(possible.keySet());
    ids.forEach(id -> read(safe, id));
    assertThat(failures).as("reads that fail, %s", gen).isEqualTo(before);
  }
}
