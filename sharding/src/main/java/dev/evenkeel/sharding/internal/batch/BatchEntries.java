package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.LogicalItem;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The entries of a caller's batch that are on sharded tables: each logical key once. */
public final class BatchEntries<T, P> {
  private final List<BatchEntry<T, P>> entries = new ArrayList<>();
  private final Map<LogicalItem, Named<T, P>> byItem = new HashMap<>();

  private record Named<T, P>(BatchEntry<T, P> entry, int numberInTable) {}

  /**
   * The tables with shards that a batch names, by the caller's names and in their order.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if one is named by name and by ARN;
   *     DynamoDB Local silently forgets one of the two
   */
  public static Map<String, ManagedTable> tables(
      String operation, ManagedTables<ManagedTable> managed, Set<String> names) {
    Map<String, ManagedTable> byName = new LinkedHashMap<>();
    for (String name : names) {
      ManagedTable table = managed.find(name);
      if (table != null && isIn(byName.values(), table)) {
        throw new Call(operation, name)
            .refuse("the batch names the table twice, by name and by ARN", "Name it once");
      }
      if (table != null) {
        byName.put(name, table);
      }
    }
    return byName;
  }

  /** Whether a table is there, by its name: a table of a family may be made twice. */
  private static boolean isIn(Collection<ManagedTable> tables, ManagedTable table) {
    return tables.stream().anyMatch(other -> other.name().equals(table.name()));
  }

  /**
   * Adds an entry behind those there.
   *
   * @param item the logical item; null if the sort key is missing, which DynamoDB will refuse
   * @param numberInTable its position among the table's entries in the request, from 1
   * @throws software.amazon.awssdk.services.dynamodb.model.DynamoDbException if an entry names the
   *     same logical key already
   */
  public void add(
      Call call, @Nullable LogicalItem item, int numberInTable, T asked, List<P> physical) {
    BatchEntry<T, P> entry = new BatchEntry<>(entries.size(), call.table(), asked, physical);
    if (item != null) {
      Named<T, P> other = byItem.put(item, new Named<>(entry, numberInTable));
      if (other != null) {
        throw call.invalid(
            "entries %d and %d of the table name the same logical key"
                .formatted(other.numberInTable(), numberInTable),
            "Name each key once in a batch");
      }
    }
    entries.add(entry);
  }

  public List<BatchEntry<T, P>> all() {
    return Collections.unmodifiableList(entries);
  }

  /** The entry for which an item or key of DynamoDB's answer was asked. */
  public BatchEntry<T, P> behind(ManagedTable table, Map<String, AttributeValue> physical) {
    AttributeValue partition = physical.get(table.partitionKey());
    ShardedKey key = partition == null ? null : table.codec().decode(partition);
    LogicalItem item = key == null ? null : LogicalItem.of(table, key.key(), physical);
    Named<T, P> named = item == null ? null : byItem.get(item);
    if (named == null) {
      throw new IllegalStateException(
          "the answer to a batch on table '%s' holds a key that was not asked for"
              .formatted(table.tableName()));
    }
    return named.entry();
  }

  /**
   * One key or write of a caller's batch that is on a sharded table.
   *
   * @param position its number among all such entries, from 0
   * @param table the table as the caller named it
   * @param asked the caller's own object
   * @param physical the physical keys or writes: one, or one for each shard the item may be on
   */
  public record BatchEntry<T, P>(int position, String table, T asked, List<P> physical) {

    public BatchEntry {
      physical = List.copyOf(physical);
      if (physical.isEmpty()) {
        throw new IllegalArgumentException("an entry stands for one physical key at least");
      }
    }
  }
}
