package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.core.internal.spec.Problems;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardingTags.Determinant;
import dev.evenkeel.sharding.spec.composite.CompositeKeys;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/** Reads a spec from the tags of a schema, and everything that is wrong with them. */
final class MappedSpec {
  private final TableSchema<?> schema;
  private final List<KeyAttributeMetadata> partition;
  private final List<KeyAttributeMetadata> sort;
  private final Map<String, ShardedKeySettings> sharded;
  private final Map<String, Determinant> determinants;
  private final MappedIndexes indexes;
  private final Problems problems = new Problems();

  private MappedSpec(TableSchema<?> schema) {
    this.schema = schema;
    TableMetadata metadata = schema.tableMetadata();
    this.partition = tableKey(metadata, IndexKeys::partition);
    this.sort = tableKey(metadata, IndexKeys::sort);
    this.sharded = ShardingTags.partitionKeys(metadata);
    this.determinants = ShardingTags.determinants(metadata);
    this.indexes = new MappedIndexes(metadata);
  }

  /** One attribute or, where the schema has no such key, none. */
  private static List<KeyAttributeMetadata> tableKey(
      TableMetadata metadata, Function<IndexMetadata, List<KeyAttributeMetadata>> part) {
    return metadata.indices().stream()
        .filter(index -> index.name().equals(TableMetadata.primaryIndexName()))
        .map(part)
        .flatMap(Collection::stream)
        .toList();
  }

  static ShardingSpec of(String tableName, TableSchema<?> schema) {
    MappedSpec mapped = new MappedSpec(schema);
    mapped.requireSound();
    ShardingSpec spec = mapped.build(tableName);
    mapped.requireKeyDeterminants(spec);
    return spec;
  }

  private void requireSound() {
    shardedKey();
    determinants.forEach(this::determinant);
    places();
    problems.addAll(indexes.problems());
    problems.addAll(ShardingTags.misplaced(schema));
    try {
      CompositeKeys.of(schema);
    } catch (IllegalArgumentException e) {
      problems.add(String.valueOf(e.getMessage()));
    }
    problems.refuse(this::message);
  }

  private void shardedKey() {
    problems.require(
        !partition.isEmpty() && (!sort.isEmpty() || (sharded.isEmpty() && indexes.anySharded())),
        "the table needs a partition key and a sort key: without a sort key it holds one item per"
            + " partition key value and has nothing to spread");
    problems.require(
        !sharded.isEmpty() || indexes.anySharded(),
        "no attribute carries @ShardedPartitionKey or @ShardedIndex");
    sharded.keySet().stream()
        .filter(attribute -> !isKey(partition, attribute))
        .forEach(
            attribute ->
                problems.add(
                    "attribute '%s' carries @ShardedPartitionKey but is not the table's partition key: put it beside @DynamoDbPartitionKey"
                        .formatted(attribute)));
  }

  private static boolean isKey(List<KeyAttributeMetadata> key, String attribute) {
    return key.stream().anyMatch(part -> part.name().equals(attribute));
  }

  private void determinant(String attribute, Determinant determinant) {
    if (determinant.type().scalarAttributeType() == null) {
      problems.add(
          "attribute '%s' carries @ShardDeterminant but is of type %s: a shard is calculated from S, N or B"
              .formatted(attribute, determinant.type()));
    } else if (!isKey(partition, attribute) && !isKey(sort, attribute)) {
      problems.add(
          "attribute '%s' carries @ShardDeterminant but is no key attribute of the table, and the Enhanced Client reads, updates and deletes by key alone: make it a part of the sort key, or use the low-level client"
              .formatted(attribute));
    } else if (sharded.isEmpty()) {
      problems.add(
          "attribute '%s' carries @ShardDeterminant, but no attribute carries @ShardedPartitionKey: leave it out, the number of a sharded index follows from the whole key"
              .formatted(attribute));
    }
  }

  private void places() {
    long places = determinants.values().stream().map(Determinant::order).distinct().count();
    problems.require(
        places == determinants.size(),
        "the attributes %s carry @ShardDeterminant with one order twice: the order is stored data, so say it"
            .formatted(determinants.keySet()));
  }

  private ShardingSpec build(String tableName) {
    List<String> inOrder =
        determinants.entrySet().stream()
            .sorted(Comparator.comparingInt(tagged -> tagged.getValue().order()))
            .map(Map.Entry::getKey)
            .toList();
    try {
      ShardingSpec.Builder spec = keysOf(ShardingSpec.builder(tableName).shards(1));
      if (!sharded.isEmpty()) {
        sharded.values().iterator().next().applyTo(spec, inOrder, sort.get(0).name());
      }
      keysOf(spec); // the keys of the class take precedence over those of the settings
      indexes.declare(spec, partition.get(0).name());
      return spec.build();
    } catch (IllegalArgumentException e) {
      throw refusal(String.valueOf(e.getMessage()), e);
    }
  }

  private ShardingSpec.Builder keysOf(ShardingSpec.Builder spec) {
    KeyAttribute hash = SchemaTags.key(partition.get(0));
    spec.partitionKey(hash.name(), hash.type());
    sort.stream().map(SchemaTags::key).forEach(range -> spec.sortKey(range.name(), range.type()));
    return spec;
  }

  private void requireKeyDeterminants(ShardingSpec spec) {
    ShardSelector selector = spec.selector();
    List<String> token = selector.tokenAttributes();
    if (!token.isEmpty() && !schema.attributeNames().containsAll(token)) {
      throw refusal(
          "selector '%s' draws by the token in %s, but the class has the attributes %s alone"
              .formatted(selector.id(), token, schema.attributeNames()),
          null);
    }
    if (!sharded.isEmpty() && selector.calculated() && !spec.shardKnownFromKey()) {
      throw refusal(
          "selector '%s' calculates from %s, which are not all key attributes of the table, and the Enhanced Client reads, updates and deletes by key alone"
              .formatted(selector.id(), selector.determinants()),
          null);
    }
  }

  private IllegalArgumentException refusal(String text, @Nullable Throwable cause) {
    return new IllegalArgumentException(message(text), cause);
  }

  private String message(String text) {
    return "Class %s: %s".formatted(schema.itemType().rawClass().getName(), text);
  }
}
