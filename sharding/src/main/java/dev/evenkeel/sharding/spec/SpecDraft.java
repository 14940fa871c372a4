package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The settings of a spec under construction, of items or of counters; a built spec keeps a copy
 * that is never changed.
 */
final class SpecDraft {
  final String tableName;
  @Nullable String partitionKey;
  ScalarAttributeType partitionType = ScalarAttributeType.S;
  @Nullable String sortKey;
  ScalarAttributeType sortType = ScalarAttributeType.S;
  ShardCounts shardCounts = new ShardCounts(Pieces.shards(0), List.of());
  @Nullable ShardSelector selector;
  SuffixFormat suffixFormat = SuffixFormat.DEFAULT;
  boolean uniqueSortKeys;
  boolean upsertOnDrawnShard;
  int maxProbe = ShardingSpec.SHARDS_MAX;
  ScatterOrder order = ScatterOrder.SORTED;
  @Nullable LayoutSource layoutSource;
  @Nullable HeatPolicy heat;
  List<IndexSpec> indexes = List.of();
  List<ShardedIndexSpec> shardedIndexes = List.of();

  SpecDraft(String tableName) {
    this.tableName = tableName;
  }

  void add(IndexSpec index) {
    indexes = with(indexes, index);
  }

  void add(ShardedIndexSpec index) {
    shardedIndexes = with(shardedIndexes, index);
  }

  private static <T> List<T> with(List<T> list, T next) {
    return Stream.concat(list.stream(), Stream.of(next)).toList();
  }

  /** The key, or null as long as it could not be one. */
  @Nullable KeySchema key() {
    if (partitionKey == null
        || partitionKey.isEmpty()
        || partitionKey.equals(sortKey)
        || !SpecProblems.KEY_TYPES.containsAll(Arrays.asList(partitionType, sortType))) {
      return null;
    }
    KeyAttribute partition = new KeyAttribute(partitionKey, partitionType);
    return sortKey == null || sortKey.isEmpty()
        ? KeySchema.of(partition)
        : KeySchema.of(partition, new KeyAttribute(sortKey, sortType));
  }

  /**
   * The key of a spec.
   *
   * @param kind of the spec, for messages
   * @param problems of the spec
   * @throws IllegalArgumentException listing every problem at once
   */
  KeySchema soundKey(String kind, List<String> problems) {
    KeySchema key = problems.isEmpty() ? key() : null;
    if (key == null) {
      throw new IllegalArgumentException(
          "%s for table '%s': %s".formatted(kind, tableName, String.join("; ", problems)));
    }
    return key;
  }

  /**
   * The configured selector, or by default a hash of the sort key, or of the partition key in a
   * table without one.
   */
  ShardSelector selectorFor(KeySchema key) {
    KeyAttribute spread = key.sortKey() == null ? key.partitionKey() : key.sortKey();
    return selector == null ? ShardSelector.hashOf(spread.name()) : selector;
  }

  String layoutId(ShardSelector selected) {
    return String.join(
        "|",
        partitionKey + ":" + partitionType,
        sortKey + ":" + (sortKey == null ? null : sortType),
        shardCounts.id(),
        selected.id(),
        suffixFormat.id());
  }

  SpecDraft copy() {
    return copyFor(tableName);
  }

  /** The same of another table. */
  SpecDraft copyFor(String otherTable) {
    SpecDraft copy = new SpecDraft(otherTable);
    copy.partitionKey = partitionKey;
    copy.partitionType = partitionType;
    copy.sortKey = sortKey;
    copy.sortType = sortType;
    copy.shardCounts = shardCounts;
    copy.selector = selector;
    copy.suffixFormat = suffixFormat;
    copy.uniqueSortKeys = uniqueSortKeys;
    copy.upsertOnDrawnShard = upsertOnDrawnShard;
    copy.maxProbe = maxProbe;
    copy.order = order;
    copy.layoutSource = layoutSource;
    copy.heat = heat;
    copy.indexes = indexes;
    copy.shardedIndexes = shardedIndexes;
    return copy;
  }
}
