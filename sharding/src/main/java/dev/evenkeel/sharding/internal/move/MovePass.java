package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.work.Segment;
import dev.evenkeel.core.internal.work.SegmentReads;
import dev.evenkeel.core.item.ItemSize;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LookAlikes;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;

/**
 * What a pass looks for in items while they are moved. They only ever leave their old places, so
 * that a pass over these which finds none has proved that there are none.
 *
 * @param from the table before
 * @param to the table after
 * @param key the logical key whose items are moved, canonical; null for all
 */
public record MovePass(ShardedTable from, ShardedTable to, @Nullable AttributeValue key) {
  /** Begins the names of the segments of the table to which items are moved from another. */
  private static final String AFTER = "t";

  /** A pass by the layouts of a table before and after. */
  public static MovePass of(
      ShardedTable bySpec, TableLayout from, TableLayout to, @Nullable AttributeValue key) {
    return new MovePass(bySpec.by(from), bySpec.by(to), key);
  }

  /** The pass of a record under which items are moved. */
  public static MovePass of(ShardedTable bySpec, LayoutRecord moving) {
    Change change = Objects.requireNonNull(moving.change());
    return of(bySpec, moving.layout(), Objects.requireNonNull(moving.target()), change.key());
  }

  /**
   * What to read: one partition key after another, or a scan where the whole table moves.
   *
   * @param whole whether to read the new places too
   * @param segments of a scan
   */
  List<Segment> cut(boolean whole, int segments) {
    AttributeValue moved = key;
    if (moved == null) {
      return whole && !from.isBeside(to)
          ? Stream.concat(Segment.scan(segments).stream(), Segment.scan(AFTER, segments).stream())
              .toList()
          : Segment.scan(segments);
    }
    Set<AttributeValue> places = new LinkedHashSet<>(from.places(moved));
    if (whole) {
      places.addAll(to.places(moved));
    }
    return Segment.partitions(List.copyOf(places));
  }

  /** How the table of a segment is read. */
  SegmentReads reads(Segment segment) {
    String table = isAfter(segment) ? to.storedIn() : from.storedIn();
    return new SegmentReads(table, from.partitionKey(), from.sortKey());
  }

  /** Whether a segment is of the table to which items are moved from another. */
  static boolean isAfter(Segment segment) {
    return segment.id().startsWith(AFTER);
  }

  /** Whether an item is at its old place, from which it is to be moved. */
  public boolean isLeft(Map<String, AttributeValue> stored) {
    MovedItem place = item(stored);
    return place != null && place.isLeft(stored);
  }

  /** The new key of an item that is fit to be moved. */
  Map<String, AttributeValue> keyAfter(Map<String, AttributeValue> stored) {
    return Objects.requireNonNull(item(stored), "it is fit").to();
  }

  /** Where an item is. */
  enum Where {
    /** At its old place, from which it is to be moved. */
    LEFT,
    /** Where both layouts look for it, or the new one. */
    RIGHT,
    /** Where neither looks for it. */
    STRAY
  }

  /**
   * An item as a pass reads it. Its key is decoded once, since a proof reads all items of a table.
   *
   * @param isAfter whether it is stored in the table to which items are moved from another
   * @param before its key, if the layout before has it
   * @param after its key by the layout after
   * @param logical as callers see it; as it is stored if it is none of the table's
   */
  record Read(
      Map<String, AttributeValue> stored,
      boolean isAfter,
      @Nullable AttributeValue before,
      @Nullable AttributeValue after,
      Map<String, AttributeValue> logical) {}

  Read read(Map<String, AttributeValue> stored, boolean isAfter) {
    AttributeValue decoded = isAfter ? null : logicalKey(stored);
    AttributeValue before = decoded != null && LookAlikes.isUsable(from, decoded) ? decoded : null;
    AttributeValue after = decoded(to, stored);
    AttributeValue known = before == null && !isAfter ? key : before;
    AttributeValue logical = known == null ? after : known;
    return new Read(
        stored, isAfter, before, after, logical == null ? stored : attributes(stored, logical));
  }

  /**
   * Where an item is. A proof reads mostly items at their new places, of which the old one need not
   * be known; but what reads like a place of two keys is at its old one first.
   */
  Where where(Read item) {
    AttributeValue before = item.before();
    boolean isOfOneKey = before == null || before.equals(item.after());
    if (isOfOneKey && isAtNewPlace(item)) {
      return Where.RIGHT;
    }
    MovedItem old = before == null ? null : placeIfAny(item.logical());
    if (old != null && old.isAtOldPlace(item.stored())) {
      return old.isLeft(item.stored()) ? Where.LEFT : Where.RIGHT;
    }
    return !isOfOneKey && isAtNewPlace(item) ? Where.RIGHT : Where.STRAY;
  }

  private boolean isAtNewPlace(Read item) {
    AttributeValue after = item.after();
    if (after == null || !(item.isAfter() || from.isBeside(to))) {
      return false;
    }
    boolean isLogical = after.equals(item.logical().get(from.partitionKey()));
    Map<String, AttributeValue> attributes =
        isLogical ? item.logical() : attributes(item.stored(), after);
    try {
      return MovedItem.partitionKey(call(), to, attributes)
          .equals(item.stored().get(to.partitionKey()));
    } catch (RefusedOperationException | DynamoDbException e) {
      return false; // a key that this layout cannot have
    }
  }

  private @Nullable MovedItem placeIfAny(Map<String, AttributeValue> attributes) {
    try {
      return place(attributes);
    } catch (RefusedOperationException | DynamoDbException e) {
      return null; // a key that only one of the layouts can have
    }
  }

  /**
   * Why an item cannot be moved, a sentence; null if it can be.
   *
   * @param indexes of the table; the one to move to has the same
   * @param bytes gets those that it will have at its new place, and those that it leaves behind at
   *     a place that others come to
   */
  @Nullable String unfit(
      Map<String, AttributeValue> stored, MoveIndexes indexes, PlaceBytes bytes) {
    AttributeValue logical = logicalKey(stored);
    if (logical == null) {
      return "Its key reads like a shard of another key, or is none that clients can use.";
    }
    MovedItem place;
    try {
      place = item(stored, logical);
    } catch (DynamoDbException | RefusedOperationException e) {
      return "Its key would be longer than 2,048 bytes with the suffix of a shard, or reads like a shard of another key.";
    }
    long size = ItemSize.bytes(place.moved(stored));
    boolean isMoved =
        !from.isBeside(to)
            || !from.keyShards().pieces(logical).equals(to.keyShards().pieces(logical));
    if (isMoved) {
      addTo(bytes, place, size);
    }
    if (!place.isAtOldPlace(stored)) {
      return "It is where neither layout looks for it.";
    }
    // AWS: quotas. An item and its entries in local indexes have the limit of an item.
    return !place.stays()
            && indexes.bytes(stored, size - ItemSize.bytes(stored)) > ItemSize.ITEM_BYTES_MAX
        ? "It would be larger than 400 KB with a longer key, together with its entries in local indexes."
        : null;
  }

  /** An item may still be at its old place when others have come to that. */
  private void addTo(PlaceBytes bytes, MovedItem place, long size) {
    AttributeValue after = Objects.requireNonNull(place.to().get(to.partitionKey()));
    AttributeValue before = Objects.requireNonNull(place.from().get(from.partitionKey()));
    bytes.add(after, size);
    if (from.isBeside(to) && !before.equals(after) && to.codec().decode(before) != null) {
      bytes.add(before, size);
    }
  }

  /** Moves an item that was read at its old place, where its content cannot change. */
  public Flow<Done> moved(ItemMover mover, Map<String, AttributeValue> read) {
    return mover.move(Objects.requireNonNull(item(read), "it was found by this pass"), read);
  }

  private @Nullable AttributeValue logicalKey(Map<String, AttributeValue> stored) {
    return key == null ? decoded(from, stored) : key;
  }

  private static @Nullable AttributeValue decoded(
      ShardedTable table, Map<String, AttributeValue> stored) {
    AttributeValue physical = Objects.requireNonNull(stored.get(table.partitionKey()), "its key");
    ShardedKey decoded = table.codec().decode(physical);
    return decoded == null ? null : decoded.key();
  }

  /**
   * The places of a stored item; null if it is none of those that are moved. No client can have
   * written or read an item whose key the layout before refuses.
   */
  private @Nullable MovedItem item(Map<String, AttributeValue> stored) {
    AttributeValue logical = logicalKey(stored);
    return logical == null || !LookAlikes.isUsable(from, logical) ? null : item(stored, logical);
  }

  private MovedItem item(Map<String, AttributeValue> stored, AttributeValue logical) {
    return place(attributes(stored, logical));
  }

  private MovedItem place(Map<String, AttributeValue> attributes) {
    return MovedItem.of(call(), from, to, attributes);
  }

  private Call call() {
    return new Call("Move", from.tableName());
  }

  private Map<String, AttributeValue> attributes(
      Map<String, AttributeValue> stored, AttributeValue logical) {
    Map<String, AttributeValue> attributes = ManagedTable.copyOf(stored);
    attributes.put(from.partitionKey(), logical);
    return attributes;
  }
}
