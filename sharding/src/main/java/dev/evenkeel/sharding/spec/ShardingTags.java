package dev.evenkeel.sharding.spec;

import dev.evenkeel.core.internal.mapping.SchemaTags;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardedPartitionKey.ShardSelection;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/**
 * The annotations as tags for handwritten schemas:
 *
 * <pre>{@code
 * StaticTableSchema.builder(Order.class)
 *     .addAttribute(String.class, a -> a.name("day").getter(...).setter(...)
 *         .tags(primaryPartitionKey(), shardedPartitionKey(spec -> spec.shards(16))))
 * }</pre>
 */
public final class ShardingTags {
  private static final SchemaTags TAGS = SchemaTags.of("sharding");
  private static final String PARTITION_KEY = "ShardedPartitionKey";
  private static final String DETERMINANT = "ShardDeterminant";
  private static final String INDEX = "ShardedIndex";

  private ShardingTags() {}

  /** A determinant's place and type. */
  record Determinant(int order, AttributeValueType type) {}

  /** An index that is sharded, as the annotation says it. */
  record IndexTag(
      String index,
      int shards,
      ShardedIndexSpec.Layout layout,
      String number,
      int first,
      List<Integer> earlierShards) {

    ShardedIndexSpec spec(KeyAttribute partition, List<KeyAttribute> sort) {
      KeyAttribute shard = KeyAttribute.ofNumber(number.isEmpty() ? "evenkeel." + index : number);
      return new ShardedIndexSpec(
          index,
          partition,
          sort.isEmpty() ? null : sort.get(0),
          shards,
          shard,
          first,
          layout,
          earlierShards);
    }
  }

  /**
   * The partition key is sharded.
   *
   * @param settings sets everything but the key attributes, which come from the schema
   */
  public static StaticAttributeTag shardedPartitionKey(Consumer<ShardingSpec.Builder> settings) {
    ShardedKeySettings held =
        new ShardedKeySettings(ShardSelection.CALCULATED, List.of(), null, settings);
    return TAGS.tag(PARTITION_KEY, type -> held);
  }

  /** As {@link ShardDeterminant}, for one alone. */
  public static StaticAttributeTag shardDeterminant() {
    return shardDeterminant(0);
  }

  /** As {@link ShardDeterminant}. */
  public static StaticAttributeTag shardDeterminant(int order) {
    return TAGS.tag(DETERMINANT, type -> new Determinant(order, type));
  }

  /**
   * As {@link ShardedIndex}, in layout {@code MULTI_ATTRIBUTE} with all else as it is by default.
   * An attribute may carry several, for several indexes.
   */
  public static StaticAttributeTag shardedIndex(String index, int shards) {
    return shardedIndex(index, shards, ShardedIndexSpec.Layout.MULTI_ATTRIBUTE);
  }

  /** As {@link ShardedIndex}, with all else as it is by default. */
  public static StaticAttributeTag shardedIndex(
      String index, int shards, ShardedIndexSpec.Layout layout) {
    IndexTag held = new IndexTag(index, shards, layout, "", 0, List.of());
    return TAGS.tag(INDEX, type -> held);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(ShardedIndex annotation) {
    IndexTag held =
        new IndexTag(
            annotation.index(),
            annotation.shards(),
            annotation.layout(),
            annotation.shardAttribute(),
            annotation.first(),
            Arrays.stream(annotation.raisedFrom()).boxed().toList());
    return TAGS.tag(INDEX, type -> held);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(ShardedPartitionKey annotation) {
    ShardedKeySettings held = ShardedKeySettings.of(annotation);
    return TAGS.tag(PARTITION_KEY, type -> held);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(ShardDeterminant annotation) {
    return shardDeterminant(annotation.order());
  }

  /** The sharded partition keys of a schema, by attribute: one, if it is right. */
  static Map<String, ShardedKeySettings> partitionKeys(TableMetadata metadata) {
    return TAGS.byAttribute(metadata, PARTITION_KEY, ShardedKeySettings.class);
  }

  /** The determinants of a schema, by attribute. */
  static Map<String, Determinant> determinants(TableMetadata metadata) {
    return TAGS.byAttribute(metadata, DETERMINANT, Determinant.class);
  }

  /** The sharded indexes of a schema, each with the attribute that carries the tag. */
  static List<Map.Entry<String, IndexTag>> shardedIndexes(TableMetadata metadata) {
    return TAGS.held(metadata, INDEX, IndexTag.class);
  }

  /** Problems of tags: duplicates and misplaced ones. */
  static List<String> misplaced(TableSchema<?> schema) {
    List<String> problems =
        new ArrayList<>(TAGS.repeated(schema.tableMetadata(), List.of(PARTITION_KEY, DETERMINANT)));
    problems.addAll(TAGS.nested(schema, "where nothing is a key"));
    return problems;
  }
}
