package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.internal.layout.IndexShards;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.internal.query.MergedStartKeys.IndexShardLookup;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Start keys of an index that is sharded itself, in logical terms: the key attributes of index and
 * table. They tell the shard of the index, and mostly that of the table; where one of the two is
 * not the one they tell (the item was laid out by hand), or where the counts that the index has had
 * tell different shards, a token carries both. A start key without a token, made by hand or before
 * a raise, is there completed by a read of its item.
 */
public final class IndexStartKeys implements MergedStartKeys {
  private final Call call;
  private final ShardedTable table;
  private final ShardedIndexSpec index;
  private final QueryTarget target;
  private final StartKeyChecks checks;
  private final StartKeyToken tokens;

  public IndexStartKeys(Call call, ShardedTable table, ShardedIndexSpec index) {
    this.call = call;
    this.table = table;
    this.index = index;
    this.target = QueryTarget.sharded(table.spec(), index);
    this.checks = new StartKeyChecks(call, table);
    this.tokens =
        new StartKeyToken(
            String.join(
                "|",
                table.name(),
                table.spec().layoutId(),
                index.name(),
                Integer.toString(index.first())),
            table.layout().era());
  }

  /**
   * Where an entry of the index is.
   *
   * @param shard its shard of the index
   * @param ofTable its item's shard of the table, or {@link StartKeyToken#UNSHARDED}
   */
  private record IndexPosition(int shard, int ofTable) {

    /** Both as one number, which is not negative, and the same however many shards there are. */
    int packed() {
      return (ofTable + 1) * ShardingSpec.SHARDS_MAX + shard;
    }

    static IndexPosition of(int packed) {
      return new IndexPosition(
          packed % ShardingSpec.SHARDS_MAX, packed / ShardingSpec.SHARDS_MAX - 1);
    }
  }

  @Override
  public QueryStart parse(
      Map<String, AttributeValue> startKey, QueryShape shape, QueryTarget sameTarget) {
    Map<String, AttributeValue> attributes = new HashMap<>(startKey);
    AttributeValue token = attributes.remove(StartKeyToken.ATTRIBUTE);
    checks.requireOnlyKeyAttributes(attributes, target);
    KeyAttribute partition = target.partition();
    if (partition != null) {
      AttributeValue own = attributes.get(partition.name());
      if (own == null || !CanonicalNumber.orSame(own).equals(shape.logicalKey())) {
        throw checks.refusedByDynamoDb(
            "the start key has another value of '" + partition.name() + "'");
      }
    }
    requireValid(attributes);
    checks.requireInRange(attributes, shape, target);
    IndexPosition place = place(attributes, token);
    return new QueryStart(onTableShard(attributes, place), OptionalInt.of(place.shard()));
  }

  /**
   * The table's partition key is checked where its shard is looked for; before that, if rows are
   * ordered by it.
   */
  private void requireValid(Map<String, AttributeValue> attributes) {
    target.variableKeys().stream()
        .filter(key -> !key.name().equals(table.spec().partitionKey()) || key.equals(target.sort()))
        .forEach(key -> checks.requireValid(attributes, key));
  }

  private IndexPosition place(
      Map<String, AttributeValue> attributes, @Nullable AttributeValue token) {
    checks.requireEra(token, table.layout().era());
    if (token == null) {
      return placeIn(attributes);
    }
    OptionalInt packed = tokens.decode(token, keyAttributes(attributes));
    if (packed.isEmpty()
        || packed.getAsInt() < 0
        || IndexPosition.of(packed.getAsInt()).shard() >= index.shards()) {
      throw checks.ofOtherKey();
    }
    return IndexPosition.of(packed.getAsInt());
  }

  /** The place of an item that was put with the count of today. */
  private IndexPosition placeIn(Map<String, AttributeValue> attributes) {
    OptionalInt ofTable = checks.shardOf(checks.logicalKey(attributes), attributes);
    OptionalInt shard = table.indexShards().shardOf(index, attributes);
    if (ofTable.isEmpty() || shard.isEmpty()) {
      throw checks.ofNoShard();
    }
    return new IndexPosition(shard.getAsInt(), ofTable.getAsInt());
  }

  /** The key attributes, with the table's partition key as it is stored. */
  private Map<String, AttributeValue> onTableShard(
      Map<String, AttributeValue> attributes, IndexPosition place) {
    Map<String, AttributeValue> key = new HashMap<>();
    target.keys().forEach(k -> key.put(k.name(), QueryTarget.valueOf(attributes, k.name())));
    if (table.plain() || place.ofTable() == StartKeyToken.UNSHARDED) {
      return key;
    }
    return table.onShard(key, checks.logicalKey(attributes), place.ofTable());
  }

  @Override
  public Map<String, AttributeValue> after(
      QueryShape shape,
      Map<String, AttributeValue> row,
      QueryTarget sameTarget,
      int shard,
      boolean tied) {
    return logical(row, shard);
  }

  private Map<String, AttributeValue> logical(Map<String, AttributeValue> row, int shard) {
    Map<String, AttributeValue> key = new LinkedHashMap<>();
    target.keys().forEach(k -> key.put(k.name(), QueryTarget.valueOf(row, k.name())));
    AttributeValue stored = QueryTarget.valueOf(row, table.spec().partitionKey());
    ShardedKey decoded = table.codec().decode(stored);
    int ofTable = decoded == null ? StartKeyToken.UNSHARDED : decoded.shard();
    if (decoded != null && !table.plain()) {
      key.put(table.spec().partitionKey(), decoded.key());
    }
    boolean mayBeRaised = table.spec().layoutSource() != null;
    boolean isKnown =
        !mayBeRaised
            && decoded != null
            && table.shardBefore(call, decoded.key(), key).equals(OptionalInt.of(ofTable))
            && table.indexShards().shardsOf(index, key).equals(Set.of(shard));
    return isKnown ? key : carrying(new IndexPosition(shard, ofTable), key);
  }

  private Map<String, AttributeValue> carrying(
      IndexPosition place, Map<String, AttributeValue> startKey) {
    Map<String, AttributeValue> carrying = new HashMap<>(startKey);
    carrying.put(StartKeyToken.ATTRIBUTE, tokens.encode(place.packed(), keyAttributes(startKey)));
    return carrying;
  }

  private Map<String, AttributeValue> keyAttributes(Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> key = new HashMap<>(attributes);
    key.keySet().retainAll(target.keys().stream().map(KeyAttribute::name).toList());
    return key;
  }

  @Override
  public @Nullable IndexShardLookup indexShardLookup(Map<String, AttributeValue> startKey) {
    boolean isKnown =
        startKey.containsKey(StartKeyToken.ATTRIBUTE)
            || startKey.containsKey(index.shard().name())
            || table.indexShards().shardsOf(index, startKey).size() == 1;
    if (isKnown) {
      return null;
    }
    int ofTable = placeIn(startKey).ofTable();
    Map<String, AttributeValue> key = onTableShard(startKey, new IndexPosition(0, ofTable));
    return new IndexShardLookup(
        checks,
        index,
        table.keyOf(key),
        shard -> carrying(new IndexPosition(shard, ofTable), startKey));
  }

  /**
   * One in a number that is none of the index (it was written past this library) stays as it is.
   */
  @Override
  public Map<String, AttributeValue> logical(Map<String, AttributeValue> physical) {
    OptionalInt shard = IndexShards.shard(index, physical.get(index.shard().name()));
    return shard.isEmpty() ? physical : logical(physical, shard.getAsInt());
  }

  /**
   * A start key that names the index's shard number is returned unchanged, and is refused later
   * like any other foreign attribute.
   */
  @Override
  public Map<String, AttributeValue> physical(Map<String, AttributeValue> startKey) {
    AttributeValue number = startKey.get(index.shard().name());
    if (number != null && IndexShards.shard(index, number).isEmpty()) {
      return startKey;
    }
    Map<String, AttributeValue> attributes = new HashMap<>(startKey);
    AttributeValue token = attributes.remove(StartKeyToken.ATTRIBUTE);
    checks.requireOnlyKeyAttributes(attributes, target);
    target.keys().stream()
        .filter(key -> !attributes.containsKey(key.name()))
        .findFirst()
        .ifPresent(
            key -> {
              throw checks.refusedByDynamoDb("the start key lacks '" + key.name() + "'");
            });
    IndexPosition place = place(attributes, token);
    Map<String, AttributeValue> key = new HashMap<>(onTableShard(attributes, place));
    key.put(index.shard().name(), IndexShards.number(index, place.shard()));
    return key;
  }
}
