package dev.evenkeel.sharding.spec.composite;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/** What {@link CompositeKey} says, as a tag for schemas that are made by hand. */
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
                Map.<Object, Object>of(
                    attribute, new Composition(attribute, type, held, separator)));
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(CompositeKey annotation) {
    return compositeKey(annotation.separator(), annotation.value());
  }

  /** The composed attributes of a schema, by name. */
  static Map<String, Composition> compositions(TableMetadata metadata) {
    Map<String, Composition> found = new TreeMap<>();
    if (metadata.customMetadata().get(COMPOSITE_KEY) instanceof Map<?, ?> byAttribute) {
      byAttribute.forEach(
          (attribute, held) -> found.put(String.valueOf(attribute), (Composition) held));
    }
    return found;
  }
}
