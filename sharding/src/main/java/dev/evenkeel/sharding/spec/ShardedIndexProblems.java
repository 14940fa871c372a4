package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Collects all problems of the sharded indexes of a spec. */
final class ShardedIndexProblems {
  private final SpecDraft spec;
  private final List<String> problems = new ArrayList<>();

  private ShardedIndexProblems(SpecDraft spec) {
    this.spec = spec;
  }

  static List<String> of(SpecDraft spec) {
    ShardedIndexProblems found = new ShardedIndexProblems(spec);
    spec.shardedIndexes.forEach(found::index);
    found.names();
    found.types();
    found.shardAttributes();
    return found.problems;
  }

  private void require(boolean holds, ShardedIndexSpec index, String problem) {
    if (!holds) {
      problems.add("sharded index '%s': %s".formatted(index.name(), problem));
    }
  }

  private void index(ShardedIndexSpec index) {
    require(!index.name().isBlank(), index, "its name is empty");
    require(
        index.shards() >= 2 && index.shards() <= ShardingSpec.SHARDS_MAX,
        index,
        "shards must be 2..%d but was %d".formatted(ShardingSpec.SHARDS_MAX, index.shards()));
    require(
        index.first() == 0 || index.first() == 1,
        index,
        "firstNumber must be 0 or 1 but was " + index.first());
    require(
        index.earlierShards().stream().allMatch(count -> count >= 2 && count < index.shards()),
        index,
        "raisedFrom must name counts of 2..%d but was %s"
            .formatted(index.shards() - 1, index.earlierShards()));
    require(
        index.shard().type() != ScalarAttributeType.B,
        index,
        "the shard attribute must be of type N or S");
    require(
        index.layout() == ShardedIndexSpec.Layout.MULTI_ATTRIBUTE || index.sort() == null,
        index,
        "in layout NUMBER_FIRST the logical partition key is the sort key in DynamoDB, so there is"
            + " no room for another: use MULTI_ATTRIBUTE, or index a composite attribute");
    key(index);
  }

  private void key(ShardedIndexSpec index) {
    KeyAttribute sort = index.sort();
    require(
        sort == null || !sort.name().equals(index.partition().name()),
        index,
        "'%s' is its partition key and its sort key".formatted(index.partition().name()));
    require(
        !index.partition().name().equals(spec.partitionKey),
        index,
        "its partition key is the table's: declare it with globalIndex");
    boolean holdsKey = sort != null && sort.name().equals(spec.partitionKey);
    require(
        !holdsKey || spec.shardCounts.max() == 1,
        index,
        "its sort key is the sharded attribute, whose stored values are physical ones");
  }

  private void names() {
    Set<String> names =
        spec.indexes.stream().map(IndexSpec::name).collect(Collectors.toCollection(HashSet::new));
    for (ShardedIndexSpec index : spec.shardedIndexes) {
      require(names.add(index.name()), index, "an index of this name is declared twice");
    }
  }

  /** A table defines each attribute once, for itself and all its indexes. */
  private void types() {
    Map<String, ScalarAttributeType> types = new HashMap<>();
    if (spec.partitionKey != null) {
      types.put(spec.partitionKey, spec.partitionType);
    }
    if (spec.sortKey != null) {
      types.put(spec.sortKey, spec.sortType);
    }
    spec.indexes.stream()
        .map(IndexSpec::sort)
        .filter(sort -> sort != null)
        .forEach(sort -> types.putIfAbsent(sort.name(), sort.type()));
    for (ShardedIndexSpec index : spec.shardedIndexes) {
      Stream.of(index.partition(), index.shard()).forEach(key -> type(index, key, types));
      if (index.sort() != null) {
        type(index, index.sort(), types);
      }
    }
  }

  private void type(
      ShardedIndexSpec index, KeyAttribute key, Map<String, ScalarAttributeType> types) {
    ScalarAttributeType known = types.putIfAbsent(key.name(), key.type());
    require(
        known == null || known == key.type(),
        index,
        "attribute '%s' is of type %s, but elsewhere in the spec of type %s"
            .formatted(key.name(), key.type(), known));
    require(
        !key.name().equals(SpecProblems.RESERVED),
        index,
        "attribute name '" + SpecProblems.RESERVED + "' is reserved for start keys");
  }

  /**
   * Checks that the shard attribute is neither a key of the table nor used otherwise; indexes with
   * equal settings for it may share one.
   */
  private void shardAttributes() {
    Set<String> keys = new HashSet<>();
    Stream.of(spec.partitionKey, spec.sortKey).filter(key -> key != null).forEach(keys::add);
    spec.indexes.stream()
        .map(IndexSpec::sort)
        .filter(sort -> sort != null)
        .forEach(sort -> keys.add(sort.name()));
    if (spec.selector != null) {
      keys.addAll(spec.selector.determinants());
    }
    for (ShardedIndexSpec index : spec.shardedIndexes) {
      keys.add(index.partition().name());
      if (index.sort() != null) {
        keys.add(index.sort().name());
      }
    }
    Map<String, ShardedIndexSpec> numbered = new HashMap<>();
    for (ShardedIndexSpec index : spec.shardedIndexes) {
      String attribute = index.shard().name();
      require(
          !keys.contains(attribute),
          index,
          "its shard attribute '%s' has another use in the spec".formatted(attribute));
      ShardedIndexSpec other = numbered.putIfAbsent(attribute, index);
      require(
          other == null || sameNumbers(other, index),
          index,
          "it shares shard attribute '%s' with an index that has, or had, other numbers"
              .formatted(attribute));
    }
  }

  private static boolean sameNumbers(ShardedIndexSpec one, ShardedIndexSpec other) {
    return one.shards() == other.shards()
        && one.first() == other.first()
        && one.earlierShards().equals(other.earlierShards());
  }
}
