package dev.evenkeel.core.internal.mapping;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.evenkeel.core.item.KeyAttribute;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.enhanced.dynamodb.KeyAttributeMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;
import software.amazon.awssdk.enhanced.dynamodb.mapper.UpdateBehavior;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The annotations of one feature on the attributes of a schema, kept in the schema's metadata under
 * the name of each annotation. Immutable.
 *
 * @param kinds the start of the names of all metadata of the feature; the annotation's name follows
 */
public record SchemaTags(String kinds) {
  /** Under which the SDK keeps what {@code @DynamoDbUpdateBehavior} says; the attribute follows. */
  private static final String UPDATE_BEHAVIOR = "UpdateBehavior:";

  /** The tags of a feature, such as {@code sharding}. */
  public static SchemaTags of(String feature) {
    return new SchemaTags("dev.evenkeel." + feature + ":");
  }

  /**
   * A tag that stands for an annotation. Its metadata is a collection, which the SDK joins, so that
   * a second tag is seen here and can be named.
   *
   * @param held gives the metadata to keep, from the type of the attribute
   */
  public StaticAttributeTag tag(String annotation, Function<AttributeValueType, Object> held) {
    return (attribute, type) ->
        metadata ->
            metadata.addCustomMetadataObject(
                kinds + annotation, List.<Object>of(Map.entry(attribute, held.apply(type))));
  }

  /** The values of an annotation, each with the attribute that carries it. */
  public <V> List<Map.Entry<String, V>> held(
      TableMetadata metadata, String annotation, Class<V> type) {
    List<Map.Entry<String, V>> found = new ArrayList<>();
    if (metadata.customMetadata().get(kinds + annotation) instanceof Collection<?> tags) {
      for (Object tag : tags) {
        Map.Entry<?, ?> entry = (Map.Entry<?, ?>) tag;
        found.add(Map.entry(String.valueOf(entry.getKey()), type.cast(entry.getValue())));
      }
    }
    return found;
  }

  /** The same by attribute, of several the first. */
  public <V> Map<String, V> byAttribute(TableMetadata metadata, String annotation, Class<V> type) {
    Map<String, V> found = new TreeMap<>();
    held(metadata, annotation, type)
        .forEach(tag -> found.putIfAbsent(tag.getKey(), tag.getValue()));
    return found;
  }

  /** Duplicates of annotations that an attribute may have once, each as a sentence. */
  public List<String> repeated(TableMetadata metadata, List<String> annotations) {
    return annotations.stream().flatMap(annotation -> repeated(metadata, annotation)).toList();
  }

  private Stream<String> repeated(TableMetadata metadata, String annotation) {
    return held(metadata, annotation, Object.class).stream()
        .collect(groupingBy(Map.Entry::getKey, TreeMap::new, counting()))
        .entrySet()
        .stream()
        .filter(attribute -> attribute.getValue() > 1)
        .map(
            attribute ->
                "attribute '%s' carries @%s twice: leave one out, of the getter or the setter"
                    .formatted(attribute.getKey(), annotation));
  }

  /**
   * Every tag in a class that is stored inside an attribute, each a sentence. The SDK does not show
   * them in the schema of the table, so they would be overlooked in silence.
   *
   * @param why why they say nothing there, as in "where nothing is a key"
   */
  public List<String> nested(TableSchema<?> schema, String why) {
    return new NestedTags(kinds, why).problems(schema);
  }

  /** Whether an update leaves the value that an item has. */
  public static boolean isWrittenOnce(TableMetadata metadata, String attribute) {
    return metadata
        .customMetadataObject(UPDATE_BEHAVIOR + attribute, UpdateBehavior.class)
        .filter(behavior -> behavior == UpdateBehavior.WRITE_IF_NOT_EXISTS)
        .isPresent();
  }

  /** A key attribute; the SDK takes no key of another type, so the refusal is for the compiler. */
  public static KeyAttribute key(KeyAttributeMetadata key) {
    ScalarAttributeType scalar = key.attributeValueType().scalarAttributeType();
    if (scalar == null) {
      throw new IllegalArgumentException(
          "key attribute '%s' is of type %s, not S, N or B"
              .formatted(key.name(), key.attributeValueType()));
    }
    return new KeyAttribute(key.name(), scalar);
  }
}
