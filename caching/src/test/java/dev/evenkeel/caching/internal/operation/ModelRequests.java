package dev.evenkeel.caching.internal.operation;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Requests of callers, and what their answers show. */
final class ModelRequests {
  private static final List<String> IDS = ModelTable.IDS;
  private static final long MISSING = -1;

  private ModelRequests() {}

  static String anyId(Random random) {
    return IDS.get(random.nextInt(IDS.size()));
  }

  /**
   * @param pages whether there are queries, too
   */
  static DynamoDbRequest any(Random random, boolean pages) {
    String id = anyId(random);
    return switch (random.nextInt(10)) {
      case 0 ->
          PutItemRequest.builder().tableName(ModelTable.NAME).item(ModelTable.key(id)).build();
      case 1 ->
          UpdateItemRequest.builder()
              .tableName(ModelTable.NAME)
              .key(ModelTable.key(id))
              .returnValues(ReturnValue.ALL_NEW)
              .build();
      case 2 -> random.nextBoolean() ? batchWrite() : statement(id);
      case 3 -> batchGet(random);
      case 4 -> pages ? query() : batchGet(random);
      case 5, 6 -> pages ? query() : get(id);
      default -> get(id);
    };
  }

  private static DynamoDbRequest get(String id) {
    return GetItemRequest.builder().tableName(ModelTable.NAME).key(ModelTable.key(id)).build();
  }

  static QueryRequest query() {
    return QueryRequest.builder()
        .tableName(ModelTable.NAME)
        .keyConditionExpression("p = :p")
        .expressionAttributeValues(Map.of(":p", ModelTable.PARTITION))
        .build();
  }

  private static DynamoDbRequest statement(String id) {
    return ExecuteStatementRequest.builder()
        .statement("UPDATE \"%s\" SET v = v + 1 WHERE id = ?".formatted(ModelTable.NAME))
        .parameters(AttributeValue.fromS(id))
        .build();
  }

  private static DynamoDbRequest batchWrite() {
    return BatchWriteItemRequest.builder()
        .requestItems(
            Map.of(
                ModelTable.NAME,
                IDS.stream()
                    .map(
                        id ->
                            WriteRequest.builder()
                                .putRequest(p -> p.item(ModelTable.key(id)))
                                .build())
                    .toList()))
        .build();
  }

  private static DynamoDbRequest batchGet(Random random) {
    List<String> ids = random.nextInt(3) == 0 ? IDS : List.of(anyId(random));
    return BatchGetItemRequest.builder()
        .requestItems(
            Map.of(
                ModelTable.NAME,
                KeysAndAttributes.builder()
                    .keys(ids.stream().map(ModelTable::key).toList())
                    .build()))
        .build();
  }

  /** The values of items in an answer; {@link #MISSING} of an item that should be in it. */
  static Map<String, Long> shown(DynamoDbRequest request, Object answer) {
    Map<String, Long> shown = new HashMap<>();
    if (request instanceof GetItemRequest get) {
      shown.put(get.key().get("id").s(), MISSING);
      put(((GetItemResponse) answer).item(), shown);
    }
    if (request instanceof BatchGetItemRequest batch) {
      BatchGetItemResponse read = (BatchGetItemResponse) answer;
      keys(batch.requestItems()).forEach(key -> shown.put(key.get("id").s(), MISSING));
      keys(read.unprocessedKeys()).forEach(key -> shown.remove(key.get("id").s()));
      read.responses().get(ModelTable.NAME).forEach(item -> put(item, shown));
    }
    if (answer instanceof QueryResponse page) {
      page.items().forEach(item -> put(item, shown));
    }
    return shown;
  }

  private static List<Map<String, AttributeValue>> keys(Map<String, KeysAndAttributes> tables) {
    KeysAndAttributes keys = tables.get(ModelTable.NAME);
    return keys == null ? List.of() : keys.keys();
  }

  private static void put(Map<String, AttributeValue> item, Map<String, Long> shown) {
    if (!item.isEmpty()) {
      shown.put(item.get("id").s(), ModelTable.value(item));
    }
  }
}
