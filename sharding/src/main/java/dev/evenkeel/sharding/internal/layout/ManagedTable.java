package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The common part of all tables with shards: physical partition keys behind logical ones. */
public interface ManagedTable {

  /** The table's name or ARN, as the spec has it. */
  String tableName();

  /** The key as callers see it. */
  KeySchema key();

  /** The shards of each key, by piece. */
  KeyShards keyShards();

  KeyCodec codec();

  /** The declared indexes whose partition key is the table's. */
  default List<IndexSpec> indexes() {
    return List.of();
  }

  /** The indexes that are sharded themselves. */
  default List<ShardedIndexSpec> shardedIndexes() {
    return List.of();
  }

  /** The sharded index that is declared under a name, or null. */
  default @Nullable ShardedIndexSpec shardedIndex(@Nullable String name) {
    return shardedIndexes().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Whether there is anything that is not as callers see it, or may be some day. */
  boolean managed();

  /** Whether a key may come with determinants that only have to be left out: it has no shards. */
  boolean dropsDeterminants();

  /** Whether a second plan of a write would draw its shard again. */
  boolean drawsAnew();

  /** Whether each write of this key that draws a shard draws another one. */
  default boolean drawsAnew(AttributeValue canonicalKey) {
    return shards(canonicalKey) > 1 && drawsAnew();
  }

  /** The result for this kind of table. */
  <T> T byKind(Function<ShardedTable, T> sharded, Function<CounterTable, T> counter);

  /** Whether no key has more than one shard, so that keys are stored as they are seen. */
  default boolean plain() {
    return false;
  }

  /**
   * The key as the table has it: a number that may carry a suffix is stored as text.
   *
   * @param isPlain whether no key has more than one shard
   */
  default KeySchema storedKey(boolean isPlain) {
    KeyAttribute partition = key().partitionKey();
    return isPlain || partition.type() != ScalarAttributeType.N
        ? key()
        : new KeySchema(
            List.of(new KeyAttribute(partition.name(), ScalarAttributeType.S)), key().sort());
  }

  /** Names everything that decides where items are. */
  String layoutId();

  /** The shard of an item of which only some attributes are known; empty if they do not tell. */
  OptionalInt shardOf(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes);

  /**
   * This table as it is for one item: with the shards of the item's piece alone.
   *
   * @param attributes of the item, among them its sort key
   */
  default ManagedTable at(
      Call call, AttributeValue canonicalKey, Map<String, AttributeValue> attributes) {
    return this;
  }

  /** The layout beyond the spec; an empty one where this is the table by its spec. */
  TableLayout layout();

  /** This table by a layout record, where this is the table by its spec. */
  ManagedTable by(TableLayout record);

  /** The table's plain name, also where the spec gives its ARN. */
  default String name() {
    return TableName.parse(tableName()).name();
  }

  default String partitionKey() {
    return key().partitionKey().name();
  }

  /** The name of the sort key attribute; null if there is none. */
  default @Nullable String sortKey() {
    KeyAttribute sort = key().sortKey();
    return sort == null ? null : sort.name();
  }

  default LogicalView view() {
    return new LogicalView(partitionKey(), codec(), Set.of());
  }

  /** The logical partition key of a request's key or item, in its canonical form. */
  default AttributeValue logicalKey(Call call, Map<String, AttributeValue> attributes) {
    return codec().canonical(call, attributes.get(partitionKey()));
  }

  /** The number of shards of a key; where it has pieces, the most that one of them has. */
  default int shards(AttributeValue canonicalKey) {
    return keyShards().count(canonicalKey);
  }

  /** The physical partition keys under which a key's items are; of a whole table, in all pieces. */
  default List<AttributeValue> places(AttributeValue canonicalKey) {
    return keyShards().places(canonicalKey).stream()
        .map(shard -> codec().physical(canonicalKey, shard))
        .toList();
  }

  /** The key attributes of an item, as far as it has them. */
  default Map<String, AttributeValue> keyOf(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = new HashMap<>(item);
    key.keySet().retainAll(key().attributes());
    return key;
  }

  /** A key without the determinants that callers give beside it; the very same if it has none. */
  default Map<String, AttributeValue> keyAlone(Map<String, AttributeValue> key) {
    return key;
  }

  /** A copy of a key or item with its partition key on one shard. */
  default Map<String, AttributeValue> onShard(
      Map<String, AttributeValue> attributes, AttributeValue canonicalKey, int shard) {
    Map<String, AttributeValue> physical = copyOf(attributes);
    physical.put(partitionKey(), codec().physical(canonicalKey, shard));
    return physical;
  }

  /**
   * A copy, made by the map's own forEach: an iterator over the SDK's unmodifiable maps allocates
   * one object per entry.
   */
  static Map<String, AttributeValue> copyOf(Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> copy = new HashMap<>(attributes.size() * 4 / 3 + 2);
    attributes.forEach(copy::put);
    return copy;
  }
}
