package dev.evenkeel.sharding.spec;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
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
  private static final String INDEX = KINDS + "ShardedIndex";

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
    return tag(INDEX, type -> held);
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
    return tag(INDEX, type -> held);
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

  /** Collections are joined by the SDK, so that a second tag is seen here and can be named. */
  private static StaticAttributeTag tag(String kind, Function<AttributeValueType, Object> held) {
    return (attribute, type) ->
        metadata ->
            metadata.addCustomMetadataObject(
                kind, List.<Object>of(Map.entry(attribute, held.apply(type))));
  }

  /** The sharded partition keys of a schema, by attribute: one, if it is right. */
  static Map<String, ShardedKeySettings> partitionKeys(TableMetadata metadata) {
    return byAttribute(held(metadata, PARTITION_KEY, ShardedKeySettings.class));
  }

  /** The determinants of a schema, by attribute. */
  static Map<String, Determinant> determinants(TableMetadata metadata) {
    return byAttribute(held(metadata, DETERMINANT, Determinant.class));
  }

  /** The sharded indexes of a schema, each with the attribute that carries the tag. */
  static List<Map.Entry<String, IndexTag>> shardedIndexes(TableMetadata metadata) {
    return held(metadata, INDEX, IndexTag.class);
  }

  /** What is said twice of one attribute, where it can be said once. */
  static List<String> repeated(TableMetadata metadata) {
    return Stream.of(PARTITION_KEY, DETERMINANT)
        .flatMap(
            kind ->
                held(metadata, kind, Object.class).stream()
                    .collect(groupingBy(Map.Entry::getKey, TreeMap::new, counting()))
                    .entrySet()
                    .stream()
                    .filter(attribute -> attribute.getValue() > 1)
                    .map(
                        attribute ->
                            "attribute '%s' carries @%s twice: leave one out, of the getter or the setter"
                                .formatted(attribute.getKey(), kind.substring(KINDS.length()))))
        .toList();
  }

  private static <V> Map<String, V> byAttribute(List<Map.Entry<String, V>> held) {
    Map<String, V> found = new TreeMap<>();
    held.forEach(tag -> found.putIfAbsent(tag.getKey(), tag.getValue()));
    return found;
  }

  private static <V> List<Map.Entry<String, V>> held(
      TableMetadata metadata, String kind, Class<V> type) {
    List<Map.Entry<String, V>> found = new ArrayList<>();
    if (metadata.customMetadata().get(kind) instanceof Collection<?> tags) {
      for (Object tag : tags) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) tag;
        found.add(Map.entry(String.valueOf(entry.getKey()), type.cast(entry.getValue())));
      }
    }
    return found;
  }
}
