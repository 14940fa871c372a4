package dev.evenkeel.sharding;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.CounterTable;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.LayoutSource;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Translates between logical and physical keys where no sharding client stands in between: stream
 * records, exports, Lambda functions and consoles show what the table stores.
 *
 * <p>Sends nothing. Safe for use by many threads.
 */
public final class ShardedKeys {
  private final List<ManagedTable> tables;
  private final Call call;

  /**
   * @param tables the table by each layout by which its items can be
   */
  private ShardedKeys(List<? extends ManagedTable> tables) {
    this.tables = List.copyOf(tables);
    this.call = new Call("Key translation", tables.get(0).tableName());
  }

  private static void requireNoLayout(String table, @Nullable LayoutSource source) {
    if (source != null) {
      throw new IllegalArgumentException(
          "The layout of table '%s' is in a record: give it too, as LayoutEditor.show() returns it"
              .formatted(table));
    }
  }

  /**
   * The keys of the table of {@code spec}.
   *
   * @throws IllegalArgumentException if its layout is in a record
   */
  public static ShardedKeys of(ShardingSpec spec) {
    requireNoLayout(spec.tableName(), spec.layoutSource());
    return new ShardedKeys(List.of(new ShardedTable(spec)));
  }

  /**
   * The keys of a table with a layout record, as that is now. Items that are put after a later
   * change may be elsewhere; those that are there stay where they are. While items are moved, both
   * places of an item are given.
   */
  public static ShardedKeys of(ShardingSpec spec, Layout layout) {
    return new ShardedKeys(layout.tables().stream().map(new ShardedTable(spec)::by).toList());
  }

  /** The keys of the counters of a table with a layout record, as that is now. */
  public static ShardedKeys of(CounterSpec spec, Layout layout) {
    return new ShardedKeys(layout.tables().stream().map(new CounterTable(spec)::by).toList());
  }

  /**
   * The keys of the counters of {@code spec}. Streams and exports show the rows of a counter, each
   * with a part of its sum. All rows have one logical key.
   *
   * @throws IllegalArgumentException if its layout is in a record
   */
  public static ShardedKeys of(CounterSpec spec) {
    requireNoLayout(spec.tableName(), spec.layoutSource());
    return new ShardedKeys(List.of(new CounterTable(spec)));
  }

  /**
   * The logical view of an item, a key or an image of a stream record: the same attributes, but the
   * logical partition key. A map without the partition key, or with one that is no physical key of
   * this spec, is returned unchanged.
   *
   * @param physical as DynamoDB shows it
   */
  public Map<String, AttributeValue> toLogical(Map<String, AttributeValue> physical) {
    for (ManagedTable table : tables) {
      Map<String, AttributeValue> logical = table.view().item(physical);
      if (!logical.equals(physical)) {
        return logical;
      }
    }
    return physical;
  }

  /**
   * The physical keys under which the item with a logical key can be stored: one if the shard
   * follows from what is given, otherwise one for every shard of the key, in the order of shards.
   *
   * @param key the key attributes; attributes outside the key that the shard is calculated from may
   *     stand beside them, and so may a whole item
   * @throws software.amazon.awssdk.services.dynamodb.model.DynamoDbException as a request with the
   *     key would, if the partition key is missing, of another type, empty or too long, or the sort
   *     key is missing
   * @throws dev.evenkeel.core.RefusedOperationException if the key cannot be one of this spec
   */
  public List<Map<String, AttributeValue>> toPhysical(Map<String, AttributeValue> key) {
    return tables.stream().flatMap(table -> physical(table, key)).distinct().toList();
  }

  private Stream<Map<String, AttributeValue>> physical(
      ManagedTable table, Map<String, AttributeValue> attributes) {
    AttributeValue logicalKey = table.logicalKey(call, attributes);
    Map<String, AttributeValue> key = table.keyOf(attributes);
    String sortKey = table.sortKey();
    if (sortKey != null && !key.containsKey(sortKey)) {
      throw call.invalid("sort key attribute '" + sortKey + "' is missing", "Give it a value");
    }
    if (table.plain()) {
      return Stream.of(key);
    }
    OptionalInt shard = table.shardOf(call, logicalKey, attributes);
    ManagedTable piece = table.at(call, logicalKey, attributes);
    return (shard.isPresent() ? shard.stream() : IntStream.range(0, piece.shards(logicalKey)))
        .mapToObj(i -> piece.onShard(key, logicalKey, i));
  }
}
