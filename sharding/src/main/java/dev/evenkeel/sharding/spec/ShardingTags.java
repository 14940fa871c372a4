package dev.evenkeel.sharding.spec;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/**
 * What the annotations say, as tags for schemas that are made by hand:
 *
 * <pre>{@code
 * StaticTableSchema.builder(Order.class)
 *     .addAttribute(String.class, a -> a.name("day").getter(...).setter(...)
 *         .tags(primaryPartitionKey(), shardedPartitionKey(spec -> spec.shards(16))))
 * }</pre>
 */
public final class ShardingTags {
  /** What the names of all our metadata begin with; the annotation's name follows. */
  static final String KINDS = "dev.evenkeel.sharding:";

  private static final String PARTITION_KEY = KINDS + "ShardedPartitionKey";
  private static final String DETERMINANT = KINDS + "ShardDeterminant";

  private ShardingTags() {}

  /** A determinant's place and type. */
  record Determinant(int order, AttributeValueType type) {}

  /**
   * The partition key is sharded.
   *
   * @param settings sets everything but the key attributes, which the schema tells
   */
  public static StaticAttributeTag shardedPartitionKey(Consumer<ShardingSpec.Builder> settings) {
    ShardedKeySettings held = new ShardedKeySettings(ShardSelection.CALCULATED, null, settings);
    return tag(PARTITION_KEY, type -> held);
  }

  /** As {@link ShardDeterminant}, for one alone. */
  public static StaticAttributeTag shardDeterminant() {
    return shardDeterminant(0);
  }

  /** As {@link ShardDeterminant}. */
  public static StaticAttributeTag shardDeterminant(int order) {
    return tag(DETERMINANT, type -> new Determinant(order, type));
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(ShardedPartitionKey annotation) {
    ShardedKeySettings held = ShardedKeySettings.of(annotation);
    return tag(PARTITION_KEY, type -> held);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(ShardDeterminant annotation) {
    return shardDeterminant(annotation.order());
  }

  /** Maps are merged by the SDK, so that a second tag is seen here and can be named. */
  private static StaticAttributeTag tag(String kind, Function<AttributeValueType, Object> held) {
    return (attribute, type) ->
        metadata ->
            metadata.addCustomMetadataObject(
                kind, Map.<Object, Object>of(attribute, held.apply(type)));
  }

  /** The sharded partition keys of a schema, by attribute: one, if it is right. */
  static Map<String, ShardedKeySettings> partitionKeys(TableMetadata metadata) {
    return held(metadata, PARTITION_KEY, ShardedKeySettings.class);
  }

  /** The determinants of a schema, by attribute. */
  static Map<String, Determinant> determinants(TableMetadata metadata) {
    return held(metadata, DETERMINANT, Determinant.class);
  }

  private static <V> Map<String, V> held(TableMetadata metadata, String kind, Class<V> type) {
    Map<String, V> found = new TreeMap<>();
    if (metadata.customMetadata().get(kind) instanceof Map<?, ?> byAttribute) {
      byAttribute.forEach(
          (attribute, value) -> found.put(String.valueOf(attribute), type.cast(value)));
    }
    return found;
  }
}
