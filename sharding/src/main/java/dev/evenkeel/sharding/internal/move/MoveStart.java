package dev.evenkeel.sharding.internal.move;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.sharding.internal.layout.OtherTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.layout.TableLayout;
import dev.evenkeel.sharding.internal.live.Change;
import dev.evenkeel.sharding.internal.live.LayoutChange.From;
import dev.evenkeel.sharding.internal.live.LayoutRecord;
import dev.evenkeel.sharding.internal.live.LookAlikes;
import dev.evenkeel.sharding.spec.IndexSpec.Scope;
import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * A move to another number of shards, or to another table, before it begins.
 *
 * @param table by its spec
 * @param key whose items are moved, canonical; null for all that have no rule or pieces of their
 *     own
 * @param shards that they will have
 * @param other the table that they will be in; null if they stay in theirs
 */
public record MoveStart(
    ShardedTable table, @Nullable AttributeValue key, int shards, @Nullable OtherTable other) {
  /** AWS: quotas, item collections of local indexes. The rest is for what comes meanwhile. */
  private static final long COLLECTION_BYTES_MAX = 8L << 30;

  /**
   * The beginning of a move within a table.
   *
   * @throws IllegalArgumentException if items of such a table cannot be moved
   */
  public static MoveStart of(ShardingSpec spec, @Nullable AttributeValue logicalKey, int shards) {
    ShardedTable table = new ShardedTable(spec);
    Call call = new Call("Move", table.tableName());
    AttributeValue key = logicalKey == null ? null : table.codec().canonical(call, logicalKey);
    return new MoveStart(table, key, shards, null).movable();
  }

  /**
   * The beginning of a move of all items to another table.
   *
   * @throws IllegalArgumentException if items of such a table cannot be moved
   */
  public static MoveStart into(ShardingSpec spec, OtherTable other, int shards) {
    ShardedTable table = new ShardedTable(spec);
    require(
        !TableName.isArn(other.name()) && !TableName.isArn(spec.tableName()),
        "Table '%s' and the one that its items are moved to need plain names: both are tables of one client."
            .formatted(table.tableName()));
    return new MoveStart(table, null, shards, other).movable();
  }

  private MoveStart movable() {
    ShardingSpec spec = table.spec();
    require(
        shards >= 1 && shards <= ShardingSpec.SHARDS_MAX,
        "Items of table '%s' can be moved to 1..%d shards."
            .formatted(table.tableName(), ShardingSpec.SHARDS_MAX));
    require(
        spec.selector().calculated() && spec.shardKnownFromKey() && table.sortKey() != null,
        "Table '%s' does not calculate the shard of an item from its sort key, so that its place before and after a move is not known from its key. Copy the items into another table."
            .formatted(table.tableName()));
    require(
        spec.order() == ScatterOrder.SORTED,
        "Table '%s' is read shard by shard, where an item that moves could be missed. Read it in sorted order."
            .formatted(table.tableName()));
    require(
        key != null || table.keyShards().counts().byDefault().isWhole(),
        "Table '%s' has pieces by its spec: not all its items can be moved at once. Move keys one by one."
            .formatted(table.tableName()));
    return this;
  }

  private static void require(boolean holds, String problem) {
    if (!holds) {
      throw new IllegalArgumentException(problem);
    }
  }

  /** Whether the items will be in a time series. */
  public boolean isIntoSeries() {
    return other != null && other.periods() != null;
  }

  /**
   * The change of a record.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if the key is plain, or will be, and reads
   *     like a shard that another key has or has had
   * @throws LayoutChangeException if another key with pieces does, or the key would be too long
   */
  public Change change(LayoutRecord record) {
    if (key != null) {
      ShardedTable then = table.by(record.layout().moved(key, shards));
      if (!then.codec().fits(key)) {
        throw refused(
            Reason.ITEMS_UNFIT,
            "The key would be longer than 2,048 bytes with the suffix of one of %d shards. Take fewer, whose suffix is shorter, or copy the items to a shorter key."
                .formatted(shards));
      }
      then.codec().canonical(new Call("Move", table.tableName()), key);
    }
    ShardedTable now = table.by(record.layout());
    Pieces whole = key == null ? now.keyShards().counts().byDefault() : now.keyShards().pieces(key);
    Change change = new Change(key, whole, shards, true, other);
    LookAlikes.refuse(table, record, change);
    return change;
  }

  /**
   * Refuses a change that no such table allows.
   *
   * @throws IllegalArgumentException if a plain number would have to carry a suffix, or lose one
   */
  public void requireSuffixes(Change change) {
    require(
        table.spec().partitionType() != ScalarAttributeType.N
            || other != null
            || !(change.whole().plainPossible() || shards == 1),
        "Table '%s' has a partition key of type N: a plain number cannot carry a suffix, and one with a suffix is text. Move the items to another table, whose partition key is of type S."
            .formatted(table.tableName()));
  }

  /**
   * Sees to it that there is something to change, and that the new places are free.
   *
   * @throws IllegalArgumentException if a plain number would have to carry a suffix, or lose one
   */
  public Flow<Done> requirePossible(Change change) {
    requireSuffixes(change);
    if (other == null && change.whole().equals(Pieces.shards(shards))) {
      return Flow.failed(
          refused(Reason.OVERTAKEN, "The items have that number of shards already. Take another."));
    }
    return requireFree(change);
  }

  /**
   * Refuses to move nothing: such a key or table may be another than was meant, and a key keeps its
   * shards for ever. One that was given another layout before is no typo, and may be empty. A query
   * of an item for each place, or a scan of one.
   */
  public Flow<Done> requireItems(LayoutRecord record) {
    ShardedTable now = table.by(record.layout());
    Pieces byDefault = now.keyShards().counts().byDefault();
    AttributeValue moved = key;
    if (moved == null) {
      boolean isMoved =
          !now.isBeside(table) || !byDefault.equals(table.keyShards().counts().byDefault());
      return isMoved
          ? Flow.done()
          : isEmpty(table.tableName(), null)
              .then(
                  empty ->
                      empty
                          ? nothing(
                              "It has no items, so that there is nothing to move. See whether it is the table that is meant. Where it is, put an item first, or give its clients a spec with that count, and a record of its own.")
                          : Flow.done());
    }
    if (!now.keyShards().pieces(moved).equals(byDefault)) {
      return Flow.done();
    }
    return LookAlikes.taken(table, now.places(moved))
        .then(
            taken ->
                taken > 0
                    ? Flow.done()
                    : nothing(
                        "The key has no items, so that there is nothing to move. See whether it is the key that is meant, and as callers know it. A key that is to have shards before its first item gets a piece."));
  }

  private <T> Flow<T> nothing(String why) {
    return Flow.failed(refused(Reason.NOTHING_TO_MOVE, why));
  }

  /**
   * Refuses shards of which one would have too much.
   *
   * @param bytes of all items that will be moved, at the places that each is at on the way
   */
  public void requireRoom(PlaceBytes bytes) {
    if (!hasRoom(bytes)) {
      throw refused(
          Reason.ITEMS_UNFIT,
          "A partition key would have more than 8 GB of items and their copies in local indexes on the way, and a local index limits these to 10 GB. Take more shards, or delete items first.");
    }
  }

  boolean hasRoom(PlaceBytes bytes) {
    long locals = locals();
    return locals == 0 || (1 + locals) * bytes.most() <= COLLECTION_BYTES_MAX;
  }

  /** Whether the bytes of places matter. */
  boolean needsRoom() {
    return locals() > 0;
  }

  private long locals() {
    return table.indexes().stream().filter(index -> index.scope() == Scope.LOCAL).count();
  }

  /** Sees once more to it: while writes are held back, no item can come to a new place. */
  public Flow<From> bound(Change change) {
    return requireFree(change).map(done -> new From(null));
  }

  private Flow<Done> requireFree(Change change) {
    return other != null
        ? requireEmpty(other.name())
        : key == null ? Flow.done() : requireFree(change, key);
  }

  /** What is in the other table would be among the items of this one. */
  private Flow<Done> requireEmpty(String name) {
    String why =
        "Table '%s' holds items already. Take an empty one; a move to it that was announced is given up by 'evenkeel layout abort'."
            .formatted(name);
    return isEmpty(name, null)
        .then(empty -> empty ? Flow.done() : Flow.failed(refused(Reason.SHARDS_NOT_FREE, why)));
  }

  private Flow<Boolean> isEmpty(String name, @Nullable Map<String, AttributeValue> after) {
    ScanRequest scan =
        ScanRequest.builder()
            .tableName(name)
            .consistentRead(true)
            .select(Select.COUNT)
            .limit(1)
            .exclusiveStartKey(after)
            .build();
    return TableCall.scan(scan)
        .then(
            page ->
                page.count() > 0 || page.lastEvaluatedKey().isEmpty()
                    ? Flow.of(page.count() == 0)
                    : isEmpty(name, page.lastEvaluatedKey()));
  }

  private Flow<Done> requireFree(Change change, AttributeValue moved) {
    ShardedTable now = table.by(TableLayout.of(Map.of(moved, change.whole()), null));
    ShardedTable then = table.by(TableLayout.of(Map.of(moved, Pieces.shards(shards)), null));
    List<AttributeValue> before = now.places(moved);
    List<AttributeValue> places =
        then.places(moved).stream().filter(place -> !before.contains(place)).toList();
    return LookAlikes.taken(table, places)
        .then(
            taken ->
                taken > 0
                    ? Flow.failed(
                        refused(
                            Reason.SHARDS_NOT_FREE,
                            "%d of the %d partition keys that items would be moved to hold items already. Think of a lost layout record first: where a move of the key is not finished, these are its items, and the record is to be restored from a backup of the control table. Otherwise they are of plain keys that read like shards of this one, or of an earlier layout. Only these are to be copied away."
                                .formatted(taken, shards)))
                    : Flow.done());
  }

  private LayoutChangeException refused(Reason reason, String why) {
    return new LayoutChangeException(reason, table.tableName(), why);
  }
}
