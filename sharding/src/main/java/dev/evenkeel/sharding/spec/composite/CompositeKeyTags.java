package dev.evenkeel.sharding.spec.composite;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/** {@link CompositeKey} as a tag for handwritten schemas. */
public final class CompositeKeyTags {
  private static final String COMPOSITE_KEY = "dev.evenkeel.sharding:CompositeKey";

  private CompositeKeyTags() {}

  /** As {@link CompositeKey} with the separator {@code #}. */
  public static StaticAttributeTag compositeKey(String... parts) {
    return compositeKey('#', parts);
  }

  /** As {@link CompositeKey}. */
  public static StaticAttributeTag compositeKey(char separator, String... parts) {
    List<String> held = List.of(parts);
    return (attribute, type) ->
        metadata ->
            metadata.addCustomMetadataObject(
                COMPOSITE_KEY,
                List.<Object>of(
                    Map.entry(attribute, new Composition(attribute, type, held, separator))));
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(CompositeKey annotation) {
    return compositeKey(annotation.separator(), annotation.value());
  }

  /** The composed attributes of a schema, by name. */
  static Map<String, Composition> compositions(TableMetadata metadata) {
    Map<String, Composition> found = new TreeMap<>();
    all(metadata).forEach(composition -> found.putIfAbsent(composition.attribute(), composition));
    return found;
  }

  /** The attributes that are said to be composed more than once. */
  static List<String> repeated(TableMetadata metadata) {
    Set<String> seen = new HashSet<>();
    return all(metadata)
        .map(Composition::attribute)
        .filter(attribute -> !seen.add(attribute))
        .toList();
  }

  private static Stream<Composition> all(TableMetadata metadata) {
    return metadata.customMetadata().get(COMPOSITE_KEY) instanceof Collection<?> tags
        ? tags.stream().map(tag -> (Composition) ((Map.Entry<?, ?>) tag).getValue())
        : Stream.empty();
  }
}
