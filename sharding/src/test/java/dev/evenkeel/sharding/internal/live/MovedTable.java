package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.move.MovePass;
import dev.evenkeel.sharding.internal.move.MovedItem;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The table of scripts that move an item: what the real requests for that item mean. It has place 1
 * while its key has 2 shards, and place 2 while that has 3.
 */
final class MovedTable {
  static final ShardingSpec SPEC =
      ShardingSpec.builder("items").partitionKey("pk").sortKey("sk").shards(2).build();
  static final ShardedTable TABLE = new ShardedTable(SPEC);
  private static final String MARK = "v";
  private static final MovedItem ITEM;

  /** The item's logical key. */
  static final Map<String, AttributeValue> KEY;

  static {
    KEY =
        IntStream.range(0, 100)
            .mapToObj(
                sortKey -> Map.of("pk", ModelStore.KEY, "sk", AttributeValue.fromS("s" + sortKey)))
            .filter(key -> item(key).to().get("pk").s().endsWith("2"))
            .findFirst()
            .orElseThrow();
    ITEM = item(KEY);
  }

  private MovedTable() {}

  private static MovedItem item(Map<String, AttributeValue> key) {
    return MovedItem.of(new Call("Model", "items"), by(2), by(3), key);
  }

  private static ShardedTable by(int shards) {
    return TABLE.by(TableLayout.of(Map.of(ModelStore.KEY, Pieces.shards(shards)), null));
  }

  /** The place of the item by a record; while it is moved, the one from before. */
  static int place(LayoutRecord record) {
    return ModelStore.pieces(record).shardsMax() == 3 ? 2 : 1;
  }

  /** How many moves have ended, of a first one and one back. */
  static int moves(LayoutRecord record) {
    return !record.keys().containsKey(ModelStore.KEY) ? 0 : place(record) == 2 ? 1 : 2;
  }

  /** A pass over the places before the move that is under way. */
  static MovePass pass(LayoutRecord moving) {
    return MovePass.of(TABLE, moving.layout(), requireNonNull(moving.target()), ModelStore.KEY);
  }

  /** Whether a request is for this table, and not for the control table. */
  static boolean isFor(DynamoDbRequest request) {
    return request instanceof TransactWriteItemsRequest
        || request.getValueForField("TableName", String.class).filter("items"::equals).isPresent();
  }

  /** The place that is read; 0 if the item is never there. */
  static int placeRead(DynamoDbRequest request) {
    return request instanceof QueryRequest query
        ? place(query.expressionAttributeValues().get(":pk"))
        : place(((GetItemRequest) request).key().get("pk"));
  }

  private static int place(AttributeValue physical) {
    return physical.equals(ITEM.from().get("pk"))
        ? 1
        : physical.equals(ITEM.to().get("pk")) ? 2 : 0;
  }

  static boolean isWrite(Request<?> request) {
    DynamoDbRequest sent = ModelProcess.table(request);
    return sent instanceof TransactWriteItemsRequest
        || (sent != null && ModelStore.isWrite(sent) && isFor(sent));
  }

  /** What a write means, and by which lease it is sent. */
  static ModelCall.Write write(DynamoDbRequest request) {
    LayoutLease lease =
        request
            .overrideConfiguration()
            .map(settings -> settings.executionAttributes().getAttribute(LeaseAttribute.LEASE))
            .orElse(null);
    if (request instanceof PutItemRequest put) {
      return new ModelCall.Write(lease, 0, place(put.item().get("pk")), false, 0);
    }
    if (request instanceof DeleteItemRequest delete) {
      int moves = delete.returnConsumedCapacity() == null ? MovedItems.REMOVES : 0;
      return new ModelCall.Write(lease, 0, place(delete.key().get("pk")), true, moves);
    }
    List<TransactWriteItem> actions = ((TransactWriteItemsRequest) request).transactItems();
    Put put = actions.get(1).put();
    int copies = MovedItems.COPIES | value(put.item());
    if ("attribute_exists(#pk)".equals(actions.get(0).conditionCheck().conditionExpression())) {
      copies |= MovedItems.CHECKS;
    }
    if ("attribute_not_exists(#pk)".equals(put.conditionExpression())) {
      copies |= MovedItems.NEEDS_FREE;
    }
    return new ModelCall.Write(lease, 0, place(put.item().get("pk")), false, copies);
  }

  /** Has a client ask for an item of this value; what it puts has one by the attempt. */
  static DynamoDbRequest asked(Script.Kind kind) {
    return switch (kind) {
      case PUT -> PutItemRequest.builder().tableName("items").item(KEY).build();
      case DELETE ->
          DeleteItemRequest.builder()
              .tableName("items")
              .key(KEY)
              .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
              .build();
      default -> GetItemRequest.builder().tableName("items").key(KEY).consistentRead(true).build();
    };
  }

  /** The answer to a read. */
  static Object found(DynamoDbRequest request, int value) {
    Map<String, AttributeValue> item =
        new HashMap<>(placeRead(request) == 2 ? ITEM.to() : ITEM.from());
    item.put(MARK, ModelStore.number(value));
    if (request instanceof QueryRequest) {
      return QueryResponse.builder()
          .items(value == 0 ? List.of() : List.of(item))
          .count(value == 0 ? 0 : 1)
          .build();
    }
    return value == 0
        ? GetItemResponse.builder().build()
        : GetItemResponse.builder().item(item).build();
  }

  /**
   * The answer to a write.
   *
   * @param failed the number from 1 of the action of a copy whose condition did not hold; 0 for
   *     none
   */
  static Object written(DynamoDbRequest request, int failed) {
    if (request instanceof PutItemRequest) {
      return PutItemResponse.builder().build();
    }
    if (request instanceof DeleteItemRequest) {
      return DeleteItemResponse.builder().build();
    }
    return failed == 0
        ? TransactWriteItemsResponse.builder().build()
        : TransactionCanceledException.builder()
            .message("cancelled")
            .cancellationReasons(reason(failed == 1), reason(failed == 2))
            .build();
  }

  private static CancellationReason reason(boolean isFailed) {
    return CancellationReason.builder().code(isFailed ? "ConditionalCheckFailed" : "None").build();
  }

  /** The value of what was found. */
  static int value(Object answer) {
    return answer instanceof GetItemResponse found && found.hasItem() ? value(found.item()) : 0;
  }

  private static int value(Map<String, AttributeValue> item) {
    return Integer.parseInt(item.get(MARK).n());
  }
}
