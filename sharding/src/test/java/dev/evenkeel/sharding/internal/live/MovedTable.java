package dev.evenkeel.sharding.internal.live;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.move.MovePass;
import dev.evenkeel.sharding.internal.move.MoveStart;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
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
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The table of scripts that move an item: what the real requests for that item mean.
 *
 * <p>A key of 2 shards moves back to plain, or, if the whole table moves, a plain key to 2 shards.
 * The item is at place 1 before and at place 2 after that. Another key, which reads like a shard,
 * is plain at the numbered one of these places.
 *
 * <p>Or the item of a plain key moves to another table, where it has the same key.
 */
final class MovedTable {
  static final ShardingSpec SPEC =
      ShardingSpec.builder("items")
          .partitionKey("pk")
          .sortKey("sk")
          .shards(1)
          .shards(KeyRule.exactly("hot", 2))
          .build();
  static final ShardedTable TABLE = new ShardedTable(SPEC);
  static final String NAME = "items";
  static final String OTHER = "others";
  static final String MARK = "v";
  private static final AttributeValue SORT = AttributeValue.fromS("s");
  static final AttributeValue PLAIN = AttributeValue.fromS("cold");
  private static final AttributeValue NUMBERED = shardOf(ModelStore.KEY);
  private static final AttributeValue PLAIN_NUMBERED = shardOf(PLAIN);

  private MovedTable() {}

  /** Where the item of a key is while the key has 2 shards. */
  private static AttributeValue shardOf(AttributeValue key) {
    ShardedTable sharded = TABLE.by(TableLayout.of(Map.of(key, Pieces.shards(2)), null));
    Map<String, AttributeValue> item = Map.of("pk", key, "sk", SORT);
    int shard = sharded.shardOf(new Call("Model", "items"), key, item).orElseThrow();
    return sharded.codec().physical(key, shard);
  }

  /** The beginning of the move that is next by a record. */
  static MoveStart start(Script script, LayoutRecord seen) {
    if (script.shards > 0) {
      return toShards(2);
    }
    if (script.elsewhere) {
      OtherTable other = new OtherTable(place(seen) == 1 ? OTHER : NAME, null);
      return new MoveStart(TABLE, null, 1, other);
    }
    boolean isToPlain = (place(seen) == 1) != script.whole;
    return new MoveStart(TABLE, script.whole ? null : ModelStore.KEY, isToPlain ? 1 : 2, null);
  }

  /** A move of the items of one key to so many shards. */
  static MoveStart toShards(int shards) {
    return new MoveStart(TABLE, ModelStore.KEY, shards, null);
  }

  /** The place of the item by a record; while it is moved, the one from before. */
  static int place(LayoutRecord record) {
    return 1 + record.movesEnded() % 2;
  }

  /** A pass over the places before the move that is under way. */
  static MovePass pass(LayoutRecord moving) {
    return MovePass.of(
        TABLE,
        moving.layout(),
        requireNonNull(moving.target()),
        requireNonNull(moving.change()).key());
  }

  /** The partition keys that a pass goes through; of a whole table those of the one key. */
  static List<AttributeValue> places(MovePass pass) {
    AttributeValue key = pass.key() == null ? PLAIN : pass.key();
    return pass.from().keyShards().places(key).stream()
        .map(shard -> pass.from().codec().physical(key, shard))
        .toList();
  }

  /** Whether a request is for this table, and not for the control table. */
  static boolean isFor(DynamoDbRequest request) {
    return request instanceof TransactWriteItemsRequest
        || List.of(NAME, OTHER).contains(tableOf(request));
  }

  private static String tableOf(DynamoDbRequest request) {
    return request.getValueForField("TableName", String.class).orElse("");
  }

  /** The place that is read, {@link MovedItems#BOTH} for both; 0 if the item is never there. */
  static int placeRead(DynamoDbRequest request, Script script) {
    if (request instanceof ScanRequest scan) {
      return scan.tableName().equals(OTHER) ? 2 : script.elsewhere ? 1 : MovedItems.BOTH;
    }
    return place(tableOf(request), read(request));
  }

  private static AttributeValue read(DynamoDbRequest request) {
    return request instanceof QueryRequest query
        ? ItemReads.partition(query)
        : ((GetItemRequest) request).key().get("pk");
  }

  private static int place(String table, AttributeValue physical) {
    if (table.equals(OTHER)) {
      return physical.equals(PLAIN) ? 2 : 0;
    }
    if (physical.equals(NUMBERED) || physical.equals(PLAIN)) {
      return 1;
    }
    return physical.equals(ModelStore.KEY) || physical.equals(PLAIN_NUMBERED) ? 2 : 0;
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
      return new ModelCall.Write(lease, 0, place(put.tableName(), put.item().get("pk")), false, 0);
    }
    if (request instanceof DeleteItemRequest delete) {
      boolean isCallers = delete.returnConsumedCapacity() == ReturnConsumedCapacity.INDEXES;
      int moves = isCallers ? 0 : MovedItems.REMOVES;
      int place = place(delete.tableName(), delete.key().get("pk"));
      return new ModelCall.Write(lease, 0, place, true, moves);
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
    int place = place(put.tableName(), put.item().get("pk"));
    return new ModelCall.Write(lease, 0, place, false, copies);
  }

  /** Has a client ask for an item of this value; what it puts has one by the attempt. */
  static DynamoDbRequest asked(Script.Kind kind, boolean whole) {
    AttributeValue own = whole ? PLAIN : ModelStore.KEY;
    AttributeValue alike = whole ? PLAIN_NUMBERED : NUMBERED;
    Map<String, AttributeValue> key =
        Map.of("pk", kind == Script.Kind.PUT_ALIKE ? alike : own, "sk", SORT);
    return switch (kind) {
      case PUT, PUT_ALIKE -> PutItemRequest.builder().tableName("items").item(key).build();
      case DELETE ->
          DeleteItemRequest.builder()
              .tableName("items")
              .key(key)
              .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES)
              .build();
      default -> GetItemRequest.builder().tableName("items").key(key).consistentRead(true).build();
    };
  }

  /** Has a client ask for the item in a page of one item at most. */
  static QueryRequest page(boolean whole, @Nullable Map<String, AttributeValue> after) {
    return QueryRequest.builder()
        .tableName(NAME)
        .keyConditionExpression("pk = :pk")
        .expressionAttributeValues(Map.of(":pk", whole ? PLAIN : ModelStore.KEY))
        .exclusiveStartKey(after)
        .consistentRead(true)
        .limit(1)
        .build();
  }

  /** Has a client scan for the item, in pages of one item at most. */
  static ScanRequest scan(@Nullable Map<String, AttributeValue> after) {
    return ScanRequest.builder()
        .tableName(NAME)
        .exclusiveStartKey(after)
        .consistentRead(true)
        .limit(1)
        .build();
  }

  /**
   * The answer to a read.
   *
   * @param value what is at the place that is read
   */
  static Object found(DynamoDbRequest request, int value, Script script) {
    TreeMap<String, Map<String, AttributeValue>> there = new TreeMap<>();
    if (!(request instanceof ScanRequest)) {
      put(there, request, read(request), value);
    } else if (script.elsewhere) {
      put(there, request, PLAIN, value);
    } else {
      put(there, request, script.whole ? PLAIN : NUMBERED, MovedItems.at(value, 0));
      put(there, request, script.whole ? PLAIN_NUMBERED : ModelStore.KEY, MovedItems.at(value, 1));
    }
    return requireNonNull(ItemReads.read(new ItemStore.Contents(there, List.of()), request));
  }

  private static void put(
      Map<String, Map<String, AttributeValue>> there,
      DynamoDbRequest request,
      AttributeValue physical,
      int value) {
    if (value != 0) {
      Map<String, AttributeValue> item =
          Map.of("pk", physical, "sk", SORT, MARK, ModelStore.number(value));
      there.put(ItemStore.place(tableOf(request), item), item);
    }
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
    if (answer instanceof QueryResponse page) {
      return value(page.items());
    }
    if (answer instanceof ScanResponse page) {
      return value(page.items());
    }
    return answer instanceof GetItemResponse found && found.hasItem() ? value(found.item()) : 0;
  }

  private static int value(List<Map<String, AttributeValue>> items) {
    return items.isEmpty() ? 0 : value(items.get(0));
  }

  private static int value(Map<String, AttributeValue> item) {
    return Integer.parseInt(item.get(MARK).n());
  }
}
