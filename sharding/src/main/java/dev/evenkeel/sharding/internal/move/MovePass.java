package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.LookAlikes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * A pass over the places that items are moved from, page by page. Items only ever leave these
 * places, so that a pass which finds none has proved that there are none.
 *
 * @param from the table before
 * @param to the table after
 * @param key the logical key whose items are moved, canonical; null for all
 */
public record MovePass(ShardedTable from, ShardedTable to, @Nullable AttributeValue key) {
  /** AWS: quotas, item size. */
  private static final long ITEM_BYTES_MAX = 400 * 1024;

  /** A pass by the layouts of a table before and after. */
  public static MovePass of(
      ShardedTable bySpec, TableLayout from, TableLayout to, @Nullable AttributeValue key) {
    return new MovePass(bySpec.by(from), bySpec.by(to), key);
  }

  /**
   * A page of a place.
   *
   * @param items as they are stored, of any place
   * @param next where the next page begins; null if there is none
   */
  public record Page(
      List<Map<String, AttributeValue>> items, @Nullable Map<String, AttributeValue> next) {}

  /** The partition keys to read, one after another; none where the whole table is. */
  public List<AttributeValue> places() {
    return key == null
        ? List.of()
        : from.keyShards().places(key).stream()
            .map(shard -> from.codec().physical(key, shard))
            .toList();
  }

  /**
   * Reads a page, consistently.
   *
   * @param place its partition key; null for the whole table
   */
  public Flow<Page> page(
      @Nullable AttributeValue place, @Nullable Map<String, AttributeValue> start) {
    if (place == null) {
      ScanRequest scan =
          ScanRequest.builder()
              .tableName(from.tableName())
              .consistentRead(true)
              .exclusiveStartKey(start)
              .build();
      return TableCall.scan(scan)
          .map(page -> new Page(page.items(), next(page.lastEvaluatedKey())));
    }
    QueryRequest query =
        QueryRequest.builder()
            .tableName(from.tableName())
            .keyConditionExpression("#pk = :pk")
            .expressionAttributeNames(Map.of("#pk", from.partitionKey()))
            .expressionAttributeValues(Map.of(":pk", place))
            .consistentRead(true)
            .exclusiveStartKey(start)
            .build();
    return TableCall.query(query)
        .map(page -> new Page(page.items(), next(page.lastEvaluatedKey())));
  }

  private static @Nullable Map<String, AttributeValue> next(Map<String, AttributeValue> last) {
    return last.isEmpty() ? null : last;
  }

  /** Those items of a page that are at their old place. */
  public List<Map<String, AttributeValue>> unmoved(Page page) {
    List<Map<String, AttributeValue>> unmoved = new ArrayList<>();
    for (Map<String, AttributeValue> item : page.items()) {
      MovedItem place = item(item);
      if (place != null && !place.stays() && place.isAtOldPlace(item)) {
        unmoved.add(item);
      }
    }
    return unmoved;
  }

  /**
   * How many items of a page cannot be moved.
   *
   * @param bytes gets those that others will have at their new places, and those that they leave
   *     behind at places that others come to
   */
  public long unfit(Page page, PlaceBytes bytes) {
    return page.items().stream().filter(stored -> isUnfit(stored, bytes)).count();
  }

  private boolean isUnfit(Map<String, AttributeValue> stored, PlaceBytes bytes) {
    AttributeValue logical = logical(stored);
    if (logical == null) {
      return true; // it reads like a place of another key, or is none of any
    }
    MovedItem place;
    try {
      place = item(stored, logical);
    } catch (DynamoDbException | RefusedOperationException e) {
      return true; // its key with a longer suffix is none, or reads like a place of another
    }
    long size = ItemSize.bytes(place.moved(stored));
    boolean isMoved = !from.keyShards().pieces(logical).equals(to.keyShards().pieces(logical));
    if (isMoved) {
      addTo(bytes, place, size);
    }
    return !place.isAtOldPlace(stored) || (!place.stays() && size > ITEM_BYTES_MAX);
  }

  /** An item may still be at its old place when others have come to that. */
  private void addTo(PlaceBytes bytes, MovedItem place, long size) {
    AttributeValue after = Objects.requireNonNull(place.to().get(to.partitionKey()));
    AttributeValue before = Objects.requireNonNull(place.from().get(from.partitionKey()));
    bytes.add(after, size);
    if (!before.equals(after) && to.codec().decode(before) != null) {
      bytes.add(before, size);
    }
  }

  /** Moves an item that was read at its old place, where its content cannot change. */
  public Flow<Done> moved(Settle settle, Map<String, AttributeValue> read) {
    return settle.of(Objects.requireNonNull(item(read), "it was found by this pass"), read);
  }

  /**
   * The places of a stored item; null if it is none of those that are moved. No client can have
   * written or read an item whose key the layout before refuses.
   */
  private @Nullable MovedItem item(Map<String, AttributeValue> stored) {
    AttributeValue logical = logical(stored);
    return logical == null || !LookAlikes.isUsable(from, logical) ? null : item(stored, logical);
  }

  private @Nullable AttributeValue logical(Map<String, AttributeValue> stored) {
    if (key != null) {
      return key;
    }
    ShardedKey decoded =
        from.codec().decode(Objects.requireNonNull(stored.get(from.partitionKey())));
    return decoded == null ? null : decoded.key();
  }

  private MovedItem item(Map<String, AttributeValue> stored, AttributeValue logical) {
    Map<String, AttributeValue> attributes = new HashMap<>(stored);
    attributes.put(from.partitionKey(), logical);
    return MovedItem.of(new Call("Move", from.tableName()), from, to, attributes);
  }
}
