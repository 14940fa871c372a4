package dev.evenkeel.sharding.internal.plan.query;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeyOrder;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.IndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a merged query reads of every shard: the table, or an index with the same partition key.
 *
 * @param partition the name of the partition key attribute
 * @param sort the attribute that rows are ordered by; null if they come in the engine's own order
 * @param sortKeys the attributes that start keys have beside the partition key
 * @param repeatable whether a shard may hold several rows with one sort value. Their order is then
 *     the engine's own, and a place among them is told by a row's whole key only
 * @param global whether it is a global index
 */
public record QueryTarget(
    String partition,
    @Nullable KeyAttribute sort,
    Set<KeyAttribute> sortKeys,
    boolean repeatable,
    boolean global) {

  /** A table with this logical key. */
  public static QueryTarget table(KeySchema key) {
    KeyAttribute sort = key.sortKey();
    Set<KeyAttribute> sortKeys = sort == null ? Set.of() : Set.of(sort);
    return new QueryTarget(key.partitionKey().name(), sort, sortKeys, false, false);
  }

  static QueryTarget index(ShardingSpec spec, IndexSpec index) {
    KeyAttribute tableSort = tableSort(spec);
    Set<KeyAttribute> sortKeys = new LinkedHashSet<>();
    if (index.sort() != null) {
      sortKeys.add(index.sort());
    }
    sortKeys.add(tableSort);
    boolean repeatable = !tableSort.equals(index.sort());
    boolean global = index.scope() == IndexSpec.Scope.GLOBAL;
    return new QueryTarget(spec.partitionKey(), index.sort(), sortKeys, repeatable, global);
  }

  private static KeyAttribute tableSort(ShardingSpec spec) {
    return new KeyAttribute(spec.sortKey(), spec.sortType());
  }

  List<String> sortKeyNames() {
    return sortKeys.stream().map(KeyAttribute::name).toList();
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
