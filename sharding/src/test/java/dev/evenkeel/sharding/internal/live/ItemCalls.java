package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.Script.Kind;
import dev.evenkeel.sharding.internal.live.Script.Op;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.Get;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The requests of callers in {@link ItemModel}, and what their answers say. */
final class ItemCalls {
  /** What a filter asks for. */
  static final String KEPT = "kept";

  /** The value of an item that is there at first, and that filters do not keep. */
  static final int UNKEPT = 13;

  /** The value of an item that has expired at first. */
  static final int EXPIRED = 14;

  /** In the place of a value: nothing is known of the item. */
  static final int UNREAD = 12;

  /** Callers ask for it, and the protocol never does. */
  private static final ReturnConsumedCapacity MARK = ReturnConsumedCapacity.INDEXES;

  private static final String SORT_KEYS = "abcd";

  private final Script script;
  private final AttributeValue partition;

  ItemCalls(Script script) {
    this.script = script;
    this.partition = script.whole ? MovedTable.PLAIN : ModelStore.KEY;
  }

  static boolean reads(Kind kind) {
    return switch (kind) {
      case GET, GET_BOTH, GET_BATCH, PAGES, SCAN -> true;
      default -> false;
    };
  }

  /** Whether it is no caller's call. */
  static boolean moves(Kind kind) {
    return kind == Kind.MOVE || kind == Kind.MOVE_LATE;
  }

  /** The value of an item that is there at first; 0 if none is. */
  static int first(Script script, int key) {
    int bit = 1 << key;
    if ((script.absent & bit) != 0) {
      return 0;
    }
    return (script.expired & bit) != 0
        ? EXPIRED
        : (script.filtered & bit) != 0 ? UNKEPT : RegisterJudge.FIRST_VALUE;
  }

  /** What a call writes: a number for each call of each client that writes. */
  static int value(Script script, int client, int call) {
    int number = 0;
    for (int c = 0; c <= client; c++) {
      List<Op> ops = script.clients.get(c);
      for (int i = 0; i < (c == client ? call + 1 : ops.size()); i++) {
        number += reads(ops.get(i).kind()) || moves(ops.get(i).kind()) ? 0 : 1;
      }
    }
    return number;
  }

  Map<String, AttributeValue> key(int key) {
    return Map.of("pk", partition, "sk", AttributeValue.fromS(SORT_KEYS.substring(key, key + 1)));
  }

  Map<String, AttributeValue> item(int key, int value) {
    Map<String, AttributeValue> item = new HashMap<>(key(key));
    item.put(MovedTable.MARK, ModelStore.number(value));
    if (value != UNKEPT) {
      item.put(KEPT, AttributeValue.fromBool(true));
    }
    return item;
  }

  /** Which item something is. */
  static int keyOf(Map<String, AttributeValue> item) {
    return SORT_KEYS.indexOf(item.get("sk").s());
  }

  static int valueOf(Map<String, AttributeValue> item) {
    return Integer.parseInt(item.get(MovedTable.MARK).n());
  }

  private List<Map<String, AttributeValue>> keys() {
    return Stream.iterate(0, key -> key < script.keys, key -> key + 1).map(this::key).toList();
  }

  /**
   * The request of a call.
   *
   * @param value what it writes
   * @param after where a page begins; null for the first
   */
  DynamoDbRequest request(Op op, int value, @Nullable Map<String, AttributeValue> after) {
    int key = op.key();
    return switch (op.kind()) {
      case PUT, PUT_NEW, PUT_OLD ->
          PutItemRequest.builder()
              .tableName(MovedTable.NAME)
              .item(item(key, value))
              .conditionExpression(
                  op.kind() == Kind.PUT
                      ? null
                      : op.kind() == Kind.PUT_NEW
                          ? "attribute_not_exists(pk)"
                          : "attribute_exists(pk)")
              .returnConsumedCapacity(MARK)
              .build();
      case DELETE ->
          DeleteItemRequest.builder()
              .tableName(MovedTable.NAME)
              .key(key(key))
              .returnConsumedCapacity(MARK)
              .build();
      case PUT_BOTH -> transaction(put(0, value), put(1, value));
      case PUT_BESIDE -> transaction(put(key, value), check(1 - key));
      case PUT_BATCH ->
          BatchWriteItemRequest.builder()
              .requestItems(Map.of(MovedTable.NAME, List.of(entry(0, value), entry(1, value))))
              .returnConsumedCapacity(MARK)
              .build();
      case GET ->
          GetItemRequest.builder()
              .tableName(MovedTable.NAME)
              .key(key(key))
              .consistentRead(true)
              .build();
      case GET_BOTH ->
          TransactGetItemsRequest.builder()
              .transactItems(
                  keys().stream()
                      .map(each -> Get.builder().tableName(MovedTable.NAME).key(each).build())
                      .map(get -> TransactGetItem.builder().get(get).build())
                      .toList())
              .build();
      case GET_BATCH ->
          BatchGetItemRequest.builder()
              .requestItems(
                  Map.of(
                      MovedTable.NAME,
                      KeysAndAttributes.builder().keys(keys()).consistentRead(true).build()))
              .build();
      case PAGES ->
          QueryRequest.builder()
              .tableName(MovedTable.NAME)
              .keyConditionExpression("pk = :pk")
              .filterExpression("attribute_exists(kept)")
              .expressionAttributeValues(Map.of(":pk", partition))
              .exclusiveStartKey(after)
              .consistentRead(true)
              .limit(script.limit)
              .build();
      case SCAN ->
          ScanRequest.builder()
              .tableName(MovedTable.NAME)
              .filterExpression("attribute_exists(kept)")
              .exclusiveStartKey(after)
              .consistentRead(true)
              .limit(script.limit)
              .build();
      default -> throw new AssertionError("only scripts of one item have it");
    };
  }

  private static TransactWriteItemsRequest transaction(TransactWriteItem... actions) {
    return TransactWriteItemsRequest.builder()
        .transactItems(actions)
        .returnConsumedCapacity(MARK)
        .build();
  }

  private TransactWriteItem put(int key, int value) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(MovedTable.NAME).item(item(key, value)))
        .build();
  }

  private TransactWriteItem check(int key) {
    return TransactWriteItem.builder()
        .conditionCheck(
            check ->
                check
                    .tableName(MovedTable.NAME)
                    .key(key(key))
                    .conditionExpression("attribute_exists(pk)"))
        .build();
  }

  private WriteRequest entry(int key, int value) {
    return WriteRequest.builder().putRequest(put -> put.item(item(key, value))).build();
  }

  /** Whether a physical request is a caller's, and not of who moves items. */
  static boolean isCallers(DynamoDbRequest request) {
    return request
        .getValueForField("ReturnConsumedCapacity", String.class)
        .filter(MARK.toString()::equals)
        .isPresent();
  }

  /**
   * What a read has found, 4 bits for each item; of a single item, nothing is known of the others.
   */
  int found(Op op, Object answer) {
    if (answer instanceof GetItemResponse found) {
      int all = 0;
      for (int key = 0; key < script.keys; key++) {
        int value = key != op.key() ? UNREAD : found.hasItem() ? valueOf(found.item()) : 0;
        all |= value << (4 * key);
      }
      return all;
    }
    return answer instanceof TransactGetItemsResponse found
        ? sum(found.responses().stream().filter(ItemResponse::hasItem).map(ItemResponse::item))
        : sum(((BatchGetItemResponse) answer).responses().get(MovedTable.NAME).stream());
  }

  private static int sum(Stream<Map<String, AttributeValue>> items) {
    return items.mapToInt(item -> valueOf(item) << (4 * keyOf(item))).reduce(0, (a, b) -> a | b);
  }
}
