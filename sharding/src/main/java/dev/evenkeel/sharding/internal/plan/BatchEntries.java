package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.sharding.spec.DuplicateKeyException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The entries of a caller's batch that are on sharded tables: each logical key once. */
final class BatchEntries<T, P> {
  private final List<BatchEntry<T, P>> entries = new ArrayList<>();
  private final Map<LogicalItem, Named<T, P>> byItem = new HashMap<>();

  private record Named<T, P>(BatchEntry<T, P> entry, int numberInTable) {}

  /** The attributes that name the item, and the item's logical partition key. */
  record Subject(
      ShardedTable table, AttributeValue partition, Map<String, AttributeValue> attributes) {

    static Subject of(Call call, ShardedTable table, Map<String, AttributeValue> attributes) {
      return new Subject(table, table.logicalKey(call, attributes), attributes);
    }

    /** Null if the sort key is missing, which DynamoDB will refuse. */
    @Nullable LogicalItem item() {
      return LogicalItem.of(table, partition, attributes);
    }

    Map<String, AttributeValue> onShard(int shard) {
      return table.onShard(table.withoutExtraDeterminants(attributes), partition, shard);
    }

    List<Map<String, AttributeValue>> onEveryShard() {
      return IntStream.range(0, table.shards(partition)).mapToObj(this::onShard).toList();
    }
  }

  /**
   * Adds an entry behind those there.
   *
   * @param numberInTable its position among the table's entries in the request, from 1
   * @throws DuplicateKeyException if an entry names the same logical key already
   */
  void add(Call call, Subject subject, int numberInTable, T asked, List<P> physical) {
    BatchEntry<T, P> entry = new BatchEntry<>(entries.size(), call.table(), asked, physical);
    LogicalItem item = subject.item();
    if (item != null) {
      Named<T, P> other = byItem.put(item, new Named<>(entry, numberInTable));
      if (other != null) {
        throw new DuplicateKeyException(
            call.operation(), call.table(), other.numberInTable(), numberInTable);
      }
    }
    entries.add(entry);
  }

  List<BatchEntry<T, P>> all() {
    return Collections.unmodifiableList(entries);
  }

  /** The entry for which an item or key of DynamoDB's answer was asked. */
  BatchEntry<T, P> behind(ShardedTable table, Map<String, AttributeValue> physical) {
    AttributeValue partition = physical.get(table.spec().partitionKey());
    ShardedKey key = partition == null ? null : table.codec().decode(partition);
    LogicalItem item = key == null ? null : LogicalItem.of(table, key.key(), physical);
    Named<T, P> named = item == null ? null : byItem.get(item);
    if (named == null) {
      throw new IllegalStateException(
          "the answer to a batch on table '%s' holds a key that was not asked for"
              .formatted(table.spec().tableName()));
    }
    return named.entry();
  }
}
