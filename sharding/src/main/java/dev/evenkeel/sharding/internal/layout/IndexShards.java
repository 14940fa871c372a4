package dev.evenkeel.sharding.internal.layout;

import dev.evenkeel.core.internal.expression.Expression;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The numbers that spread the sharded indexes of one table, wire format 1: the frozen hash of the
 * logical table key, partition key first, reduced by the shard count of the index.
 */
public final class IndexShards {
  private final List<KeyAttribute> tableKey;
  private final List<ShardedIndexSpec> indexes;
  private final List<Numbers> numbers;
  private final ShardSelector derivation;
  private final Set<String> attributes;

  /**
   * The values of an index's shard attribute, by shard; created once, since each put needs one.
   *
   * @param bySpec the count of the spec, which no layout record changes
   */
  private record Numbers(String attribute, List<AttributeValue> values, int bySpec) {

    static Numbers of(ShardedIndexSpec index, int writers) {
      return new Numbers(
          index.shard().name(),
          IntStream.range(0, writers).mapToObj(shard -> number(index, shard)).toList(),
          index.shards());
    }
  }

  IndexShards(ShardingSpec spec, TableLayout layout) {
    KeySchema key = spec.logicalKey();
    this.tableKey = Stream.concat(key.partition().stream(), key.sort().stream()).toList();
    this.indexes = spec.shardedIndexes().stream().map(layout::raised).toList();
    this.numbers =
        spec.shardedIndexes().stream()
            .map(index -> Numbers.of(index, layout.writers(index)))
            .toList();
    List<String> names = tableKey.stream().map(KeyAttribute::name).toList();
    this.derivation =
        ShardSelector.hashOf(names.get(0), names.subList(1, names.size()).toArray(String[]::new));
    this.attributes =
        indexes.stream().map(index -> index.shard().name()).collect(Collectors.toUnmodifiableSet());
  }

  List<ShardedIndexSpec> indexes() {
    return indexes;
  }

  boolean isEmpty() {
    return indexes.isEmpty();
  }

  /** The attributes that hold numbers, which callers neither see nor name. */
  public Set<String> attributes() {
    return attributes;
  }

  /**
   * The numbers of the item with this logical key, by attribute. None if the key is not whole or
   * not of the types of the spec: DynamoDB refuses a write of it.
   */
  public Map<String, AttributeValue> of(Map<String, AttributeValue> logical) {
    Map<String, AttributeValue> found = new LinkedHashMap<>();
    addTo(found, logical);
    return found;
  }

  /**
   * The numbers of an item by the counts of the spec. A transaction that is repeated with its token
   * has to be the same request, also when a layout record has raised a count in between. Readers
   * ask all numbers.
   */
  public Map<String, AttributeValue> repeatable(Map<String, AttributeValue> logical) {
    Map<String, AttributeValue> found = new LinkedHashMap<>();
    addTo(found, logical, true);
    return found;
  }

  /** Adds the numbers that {@link #of} gives. */
  void addTo(Map<String, AttributeValue> physical, Map<String, AttributeValue> logical) {
    addTo(physical, logical, false);
  }

  private void addTo(
      Map<String, AttributeValue> physical, Map<String, AttributeValue> logical, boolean bySpec) {
    Map<String, AttributeValue> key = numbers.isEmpty() ? null : canonical(logical);
    if (key == null) {
      return;
    }
    for (Numbers of : numbers) {
      int shard = derivation.select(key, bySpec ? of.bySpec() : of.values().size());
      physical.put(of.attribute(), of.values().get(shard));
    }
  }

  /** The shard of an index that follows from a logical table key; empty if that is not whole. */
  public OptionalInt shardOf(ShardedIndexSpec index, Map<String, AttributeValue> logical) {
    Map<String, AttributeValue> key = canonical(logical);
    return key == null
        ? OptionalInt.empty()
        : OptionalInt.of(derivation.select(key, index.shards()));
  }

  /**
   * The shards of an index that the counts which it has, and had before, derive from a logical
   * table key; none if that is not whole. An item that this library wrote is on one of them.
   */
  public Set<Integer> shardsOf(ShardedIndexSpec index, Map<String, AttributeValue> logical) {
    Map<String, AttributeValue> key = canonical(logical);
    return key == null
        ? Set.of()
        : Stream.concat(Stream.of(index.shards()), index.earlierShards().stream())
            .map(shards -> derivation.select(key, shards))
            .collect(Collectors.toUnmodifiableSet());
  }

  /** Attributes with the key in canonical form, most often the given ones; null if not whole. */
  private @Nullable Map<String, AttributeValue> canonical(Map<String, AttributeValue> logical) {
    Map<String, AttributeValue> key = logical;
    for (KeyAttribute attribute : tableKey) {
      AttributeValue value = logical.get(attribute.name());
      AttributeValue canonical =
          value == null || !value.type().name().equals(attribute.type().name())
              ? null
              : CanonicalNumber.orNull(value);
      if (canonical == null) {
        return null;
      }
      if (!canonical.equals(value)) {
        key = new HashMap<>(key);
        key.put(attribute.name(), canonical);
      }
    }
    return key;
  }

  /** The value of the shard attribute for a shard, which counts from 0. */
  public static AttributeValue number(ShardedIndexSpec index, int shard) {
    String text = Integer.toString(index.first() + shard);
    return index.shard().type() == ScalarAttributeType.N
        ? AttributeValue.fromN(text)
        : AttributeValue.fromS(text);
  }

  /** The shard that a stored number stands for; empty if it is none of the index. */
  public static OptionalInt shard(ShardedIndexSpec index, @Nullable AttributeValue number) {
    for (int shard = 0; shard < index.shards(); shard++) {
      if (number(index, shard).equals(number)) {
        return OptionalInt.of(shard);
      }
    }
    return OptionalInt.empty();
  }

  /** Refuses an item that comes with a number of its own. */
  public void refuseIn(Call call, Collection<String> given) {
    for (String attribute : attributes) {
      if (given.contains(attribute)) {
        throw call.refuse(
            "attribute '" + attribute + "' is named, which holds the number that spreads an index",
            "Leave it out: it is kept for you, and no item shows it");
      }
    }
  }

  /** Refuses an expression that looks at a number or changes it. */
  public void refuseIn(Call call, Expression expression) {
    refuseIn(call, expression.attributes());
  }
}
