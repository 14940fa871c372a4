package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardedIndexSpec.Layout;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.Select;

/**
 * The target of a merged query on every shard: the table, an index with the same partition key, or
 * an index that is sharded itself.
 *
 * @param partition the attribute whose one value the key condition gives; null if it gives none,
 *     since the number of a shard is the whole partition key
 * @param sort the attribute that rows are ordered by; null if they come in the engine's own order
 * @param keys the attributes of a row's logical place: those of index and table
 * @param repeatable whether a shard may hold several rows with one sort value. The engine then
 *     orders such rows by its own rule, and only a row's whole key identifies its place
 * @param global whether it is a global index
 * @param sharded the index if it is sharded itself
 */
public record QueryTarget(
    @Nullable KeyAttribute partition,
    @Nullable KeyAttribute sort,
    Set<KeyAttribute> keys,
    boolean repeatable,
    boolean global,
    @Nullable ShardedIndexSpec sharded) {

  /** The target of the merge; null for an undeclared index or plain keys. */
  static @Nullable QueryTarget of(ShardedTable table, @Nullable String index) {
    ShardingSpec spec = table.spec();
    ShardedIndexSpec sharded = index == null ? null : table.shardedIndex(index);
    if (sharded != null) {
      return sharded(spec, sharded);
    }
    boolean mayHaveMoved = index != null && table.layout().era() > 0;
    if (table.plain() && !mayHaveMoved) {
      return null;
    }
    return byTableKey(table, index);
  }

  /** The table, or an index with its partition key; null for an undeclared index. */
  public static @Nullable QueryTarget byTableKey(ShardedTable table, @Nullable String index) {
    return index == null
        ? table(table.key())
        : table.indexes().stream()
            .filter(declared -> declared.name().equals(index))
            .map(declared -> index(table.spec(), declared))
            .findFirst()
            .orElse(null);
  }

  /** A table with this logical key. */
  public static QueryTarget table(KeySchema key) {
    return new QueryTarget(
        key.partitionKey(), key.sortKey(), keys(null, null, key), false, false, null);
  }

  public static QueryTarget index(ShardingSpec spec, IndexSpec index) {
    KeySchema key = spec.logicalKey();
    boolean repeatable = key.sortKey() == null || !key.sortKey().equals(index.sort());
    boolean global = index.scope() == IndexSpec.Scope.GLOBAL;
    return new QueryTarget(
        key.partitionKey(), index.sort(), keys(null, index.sort(), key), repeatable, global, null);
  }

  public static QueryTarget sharded(ShardingSpec spec, ShardedIndexSpec index) {
    boolean numberFirst = index.layout() == Layout.NUMBER_FIRST;
    return new QueryTarget(
        numberFirst ? null : index.partition(),
        numberFirst ? index.partition() : index.sort(),
        keys(index.partition(), index.sort(), spec.logicalKey()),
        true,
        true,
        index);
  }

  /**
   * Requests that no engine accepts go to one shard, so that the engine's own message comes back.
   */
  public boolean isForTheEngineToRefuse(QueryRequest request) {
    boolean countedProjection =
        request.select() == Select.COUNT && request.projectionExpression() != null;
    boolean consistentGlobal = global && Boolean.TRUE.equals(request.consistentRead());
    boolean noLimit = request.limit() != null && request.limit() < 1;
    return countedProjection || consistentGlobal || noLimit;
  }

  private static Set<KeyAttribute> keys(
      @Nullable KeyAttribute partition, @Nullable KeyAttribute sort, KeySchema table) {
    Set<KeyAttribute> keys = new LinkedHashSet<>();
    if (partition != null) {
      keys.add(partition);
    }
    if (sort != null) {
      keys.add(sort);
    }
    keys.addAll(table.partition());
    keys.addAll(table.sort());
    return keys;
  }

  /** The attributes of a row's logical place beside the one that the key condition gives. */
  public List<KeyAttribute> variableKeys() {
    return keys.stream().filter(key -> !key.equals(partition)).toList();
  }

  /** The attributes that each row needs for its place. */
  public List<String> neededNames() {
    return (sharded == null ? variableKeys() : List.copyOf(keys))
        .stream().map(KeyAttribute::name).toList();
  }

  /** The order of rows in one direction; without a sort attribute all are equal. */
  public Comparator<Map<String, AttributeValue>> order(boolean forward) {
    if (sort == null) {
      return Comparator.comparingInt(row -> 0);
    }
    String name = sort.name();
    Comparator<Map<String, AttributeValue>> ascending =
        Comparator.comparing(row -> valueOf(row, name), KeyOrder.of(sort.type()));
    return forward ? ascending : ascending.reversed();
  }

  /** A key attribute of a row or key. */
  public static AttributeValue valueOf(Map<String, AttributeValue> row, String attribute) {
    AttributeValue value = row.get(attribute);
    if (value == null) {
      throw new IllegalStateException("a row came back without its key attribute " + attribute);
    }
    return value;
  }
}
