package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.mapping.IndexKeys;
import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardingTags.IndexTag;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.IndexMetadata;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;

/** The indexes of a schema, as far as a spec has to know them. */
final class MappedIndexes {
  private final TableMetadata metadata;
  private final List<Map.Entry<String, IndexTag>> sharded;

  MappedIndexes(TableMetadata metadata) {
    this.metadata = metadata;
    this.sharded = ShardingTags.shardedIndexes(metadata);
  }

  /** Whether an index is sharded. */
  boolean anySharded() {
    return !sharded.isEmpty();
  }

  /** The problems of tags that the spec does not report itself. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    sharded.forEach(tag -> problem(tag.getKey(), tag.getValue().index(), problems));
    return problems;
  }

  private void problem(String attribute, String name, List<String> problems) {
    IndexMetadata index = index(name);
    if (index == null || !names(IndexKeys.partition(index)).equals(List.of(attribute))) {
      problems.add(
          "attribute '%s' carries @ShardedIndex but is not the partition key of index '%s', alone: put it beside @DynamoDbSecondaryPartitionKey"
              .formatted(attribute, name));
    } else if (IndexKeys.sort(index).size() > 1) {
      problems.add(
          "attribute '%s' carries @ShardedIndex, but index '%s' has several sort keys, and one is what can be merged"
              .formatted(attribute, name));
    }
  }

  private @Nullable IndexMetadata index(String name) {
    return metadata.indices().stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .orElse(null);
  }

  private static List<String> names(List<KeyAttributeMetadata> keys) {
    return keys.stream().map(KeyAttributeMetadata::name).toList();
  }

  /** Declares the indexes that are keyed by the table's partition key, and the sharded ones. */
  void declare(ShardingSpec.Builder spec, String partitionKey) {
    metadata.indices().stream()
        .filter(index -> !index.name().equals(TableMetadata.primaryIndexName()))
        .filter(index -> IndexKeys.sort(index).size() <= 1)
        .forEach(index -> declare(spec, index, partitionKey));
    sharded.forEach(tag -> spec.shardedIndex(spec(tag.getKey(), tag.getValue())));
  }

  /** The SDK knows a local index by having no partition key of its own. */
  private static void declare(ShardingSpec.Builder spec, IndexMetadata index, String partitionKey) {
    List<KeyAttribute> sort = IndexKeys.sort(index).stream().map(SchemaTags::key).toList();
    if (IndexKeys.partition(index).isEmpty() && !sort.isEmpty()) {
      spec.localIndex(index.name(), sort.get(0).name(), sort.get(0).type());
    } else if (names(IndexKeys.partition(index)).equals(List.of(partitionKey))) {
      if (sort.isEmpty()) {
        spec.globalIndex(index.name());
      } else {
        spec.globalIndex(index.name(), sort.get(0).name(), sort.get(0).type());
      }
    }
  }

  private ShardedIndexSpec spec(String attribute, IndexTag tag) {
    IndexMetadata index = index(tag.index());
    if (index == null) {
      throw new IllegalStateException("index '" + tag.index() + "' was checked before");
    }
    KeyAttribute partition =
        IndexKeys.partition(index).stream()
            .filter(key -> key.name().equals(attribute))
            .map(SchemaTags::key)
            .findFirst()
            .orElseThrow();
    return tag.spec(partition, IndexKeys.sort(index).stream().map(SchemaTags::key).toList());
  }
}
