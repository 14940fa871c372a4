package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementRequest;
import software.amazon.awssdk.services.dynamodb.model.ExecuteStatementResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * A table of one partition key value, of counters that every write raises, whatever it says.
 * Consistent reads show what is there; others may show up to two raises less.
 */
final class ModelTable {
  static final String NAME = "t";
  static final List<String> IDS = List.of("a", "b");
  static final AttributeValue PARTITION = AttributeValue.fromS("all");
  private static final int STALE_MAX = 2;
  private static final int UNPROCESSED_ONCE_IN = 8;

  private final Random random;
  private final Map<String, Long> values = new HashMap<>();

  ModelTable(Random random) {
    this.random = random;
  }

  static Map<String, AttributeValue> key(String id) {
    return Map.of("p", PARTITION, "id", AttributeValue.fromS(id));
  }

  static long value(Map<String, AttributeValue> item) {
    return Long.parseLong(item.get("v").n());
  }

  long raise(String id) {
    return values.merge(id, 1L, Long::sum);
  }

  private static Map<String, AttributeValue> item(String id, long value) {
    Map<String, AttributeValue> item = new HashMap<>(key(id));
    item.put("v", AttributeValue.fromN(Long.toString(value)));
    return item;
  }

  private Map<String, AttributeValue> read(Map<String, AttributeValue> key, Boolean consistent) {
    String id = key.get("id").s();
    long value = values.getOrDefault(id, 0L);
    long late = Boolean.TRUE.equals(consistent) ? 0 : random.nextInt(STALE_MAX + 1);
    return item(id, Math.max(0, value - late));
  }

  /**
   * Does what a request says.
   *
   * @param raised is told the value of each item that was written
   */
  DynamoDbResponse execute(DynamoDbRequest request, Map<String, Long> raised) {
    if (request instanceof GetItemRequest get) {
      GetItemResponse.Builder answer =
          GetItemResponse.builder().item(read(get.key(), get.consistentRead()));
      ResponseMetadata.copy(null, answer);
      return answer.build();
    }
    if (request instanceof BatchGetItemRequest batch) {
      return execute(batch.requestItems().get(NAME));
    }
    if (request instanceof QueryRequest query) {
      QueryResponse.Builder answer =
          QueryResponse.builder()
              .items(IDS.stream().map(id -> read(key(id), query.consistentRead())).toList());
      ResponseMetadata.copy(null, answer);
      return answer.build();
    }
    written(request).forEach(id -> raised.put(id, raise(id)));
    if (request instanceof UpdateItemRequest update) {
      String id = update.key().get("id").s();
      UpdateItemResponse.Builder answer =
          UpdateItemResponse.builder().attributes(item(id, raised.get(id)));
      ResponseMetadata.copy(null, answer);
      return answer.build();
    }
    return request instanceof PutItemRequest
        ? PutItemResponse.builder().build()
        : request instanceof BatchWriteItemRequest
            ? BatchWriteItemResponse.builder().build()
            : ExecuteStatementResponse.builder().build();
  }

  /** No answer, or a refusal: of a request that may have been executed, unless it is a 400. */
  static SdkException failure(Random random) {
    int status = 400 + 100 * random.nextInt(3);
    return status > 500
        ? SdkClientException.create("lost")
        : DynamoDbException.builder().statusCode(status).message("refused").build();
  }

  /** One of the items may be left out. */
  private BatchGetItemResponse execute(KeysAndAttributes asked) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    List<Map<String, AttributeValue>> left = new ArrayList<>();
    int out = random.nextInt(UNPROCESSED_ONCE_IN);
    for (Map<String, AttributeValue> key : asked.keys()) {
      if (items.size() + left.size() == out) {
        left.add(key);
      } else {
        items.add(read(key, asked.consistentRead()));
      }
    }
    KeysAndAttributes unprocessed = asked.toBuilder().keys(left).build();
    BatchGetItemResponse.Builder answer =
        BatchGetItemResponse.builder()
            .responses(Map.of(NAME, items))
            .unprocessedKeys(left.isEmpty() ? Map.of() : Map.of(NAME, unprocessed));
    ResponseMetadata.copy(null, answer);
    return answer.build();
  }

  /** The items that a request writes. */
  static List<String> written(DynamoDbRequest request) {
    if (request instanceof PutItemRequest put) {
      return List.of(put.item().get("id").s());
    }
    if (request instanceof UpdateItemRequest update) {
      return List.of(update.key().get("id").s());
    }
    if (request instanceof ExecuteStatementRequest statement) {
      return List.of(statement.parameters().get(0).s());
    }
    if (request instanceof BatchWriteItemRequest batch) {
      return batch.requestItems().get(NAME).stream()
          .map(WriteRequest::putRequest)
          .map(put -> put.item().get("id").s())
          .toList();
    }
    return List.of();
  }
}
