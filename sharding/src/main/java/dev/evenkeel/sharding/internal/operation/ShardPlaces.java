package dev.evenkeel.sharding.internal.operation;

import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.item.WrittenItems;
import dev.evenkeel.sharding.internal.layout.IndexShards;
import dev.evenkeel.sharding.internal.layout.KeyCodec;
import dev.evenkeel.sharding.internal.layout.KeyCodec.ShardedKey;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Collects the shards that physical requests address, read from their keys. */
final class ShardPlaces implements WrittenItems {
  private final ManagedTables<ManagedTable> tables;
  private final Map<String, Places> placesByTable = new LinkedHashMap<>();
  private boolean putsDrawn;
  private boolean addsDrawn;

  private static final class Places {
    final NavigableSet<Integer> shards = new TreeSet<>();
    int shardCountMax;
    boolean plainKey;
  }

  private ShardPlaces(ManagedTables<ManagedTable> tables) {
    this.tables = tables;
  }

  static ShardPlaces of(ManagedTables<ManagedTable> tables, List<DynamoDbRequest> physical) {
    ShardPlaces places = new ShardPlaces(tables);
    for (DynamoDbRequest request : physical) {
      ShardingOperation<DynamoDbRequest, ?> operation = ShardingOperations.of(request);
      if (operation != null) {
        operation.places(request, places);
      }
    }
    return places;
  }

  /** Whether an item is put on a shard that was drawn. */
  boolean putsDrawn() {
    return putsDrawn;
  }

  /** Whether a counter is added to, on a shard that was drawn. */
  boolean addsDrawn() {
    return addsDrawn;
  }

  /** One line a table, such as {@code orders: shards 0-3, 7 of 16}. */
  List<String> lines() {
    return placesByTable.entrySet().stream()
        .map(table -> table.getKey() + ": " + text(table.getValue()))
        .toList();
  }

  private static String text(Places places) {
    if (places.shards.isEmpty()) {
      return "not sharded by the key rules";
    }
    return "%s %s of %d%s"
        .formatted(
            places.shards.size() == 1 ? "shard" : "shards",
            ranges(places.shards),
            places.shardCountMax,
            places.plainKey ? ", and keys not sharded by the key rules" : "");
  }

  private static String ranges(NavigableSet<Integer> shards) {
    List<String> ranges = new ArrayList<>();
    int first = shards.first();
    for (int shard : shards) {
      if (!shards.contains(shard + 1)) {
        ranges.add(first == shard ? "" + shard : first + "-" + shard);
        Integer next = shards.higher(shard);
        first = next == null ? shard : next;
      }
    }
    return String.join(", ", ranges);
  }

  void addUpdate(String tableName, Map<String, AttributeValue> updated) {
    ShardedKey key = placed(tableName, updated);
    ManagedTable table = tables.find(tableName);
    addsDrawn |=
        key != null
            && table != null
            && table.byKind(sharded -> false, counter -> counter.drawsAnew(key.key()));
  }

  @Override
  public void addPut(@Nullable String tableName, Map<String, AttributeValue> item) {
    ShardedKey key = placed(tableName, item);
    ManagedTable table = tables.find(tableName);
    putsDrawn |=
        key != null && table != null && key.shard() != KeyCodec.PLAIN && table.drawsAnew(key.key());
  }

  /**
   * A query on an index with another partition key has no key of ours in its condition, and no
   * place here.
   */
  void addQuery(QueryRequest query) {
    ManagedTable table = tables.find(query.tableName());
    ShardedIndexSpec index = table == null ? null : table.shardedIndex(query.indexName());
    if (table != null && index != null) {
      RequestKeys.queried(index.shard().name(), query).forEach(number -> add(table, index, number));
    } else if (table != null) {
      RequestKeys.queried(table.partitionKey(), query)
          .forEach(value -> add(query.tableName(), Map.of(table.partitionKey(), value)));
    }
  }

  private void add(ManagedTable table, ShardedIndexSpec index, AttributeValue number) {
    Places places =
        placesByTable.computeIfAbsent(table.name() + "/" + index.name(), name -> new Places());
    IndexShards.shard(index, number).ifPresent(places.shards::add);
    places.shardCountMax = index.shards();
  }

  @Override
  public void add(@Nullable String tableName, Map<String, AttributeValue> attributes) {
    placed(tableName, attributes);
  }

  private @Nullable ShardedKey placed(
      @Nullable String tableName, Map<String, AttributeValue> attributes) {
    ManagedTable table = tables.find(tableName);
    AttributeValue physical = table == null ? null : attributes.get(table.partitionKey());
    ShardedKey key = table == null || physical == null ? null : table.codec().decode(physical);
    if (table != null && key != null) {
      Places places = placesByTable.computeIfAbsent(table.name(), name -> new Places());
      int shards = table.shards(key.key());
      if (shards == 1 || key.shard() == KeyCodec.PLAIN) {
        places.plainKey = true;
      } else {
        places.shards.add(key.shard());
        places.shardCountMax = Math.max(places.shardCountMax, shards);
      }
    }
    return key;
  }
}
