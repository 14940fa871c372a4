package dev.evenkeel.sharding.spec.composite;

import dev.evenkeel.core.internal.mapping.SchemaTags;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.mapper.StaticAttributeTag;

/** {@link CompositeKey} as a tag for handwritten schemas. */
public final class CompositeKeyTags {
  private static final SchemaTags TAGS = SchemaTags.of("sharding");
  private static final String COMPOSITE_KEY = "CompositeKey";

  private CompositeKeyTags() {}

  /** As {@link CompositeKey} with the separator {@code #}. */
  public static StaticAttributeTag compositeKey(String... parts) {
    return compositeKey('#', parts);
  }

  /** As {@link CompositeKey}. */
  public static StaticAttributeTag compositeKey(char separator, String... parts) {
    List<String> held = List.of(parts);
    return (attribute, type) ->
        TAGS.tag(COMPOSITE_KEY, same -> new Composition(attribute, type, held, separator))
            .modifyMetadata(attribute, type);
  }

  /** Called by the SDK where it meets the annotation. */
  public static StaticAttributeTag attributeTagFor(CompositeKey annotation) {
    return compositeKey(annotation.separator(), annotation.value());
  }

  /** The composed attributes of a schema, by name. */
  static Map<String, Composition> compositions(TableMetadata metadata) {
    return TAGS.byAttribute(metadata, COMPOSITE_KEY, Composition.class);
  }

  /** The attributes that are said to be composed more than once. */
  static List<String> repeated(TableMetadata metadata) {
    Set<String> seen = new HashSet<>();
    return TAGS.held(metadata, COMPOSITE_KEY, Composition.class).stream()
        .map(Map.Entry::getKey)
        .filter(attribute -> !seen.add(attribute))
        .toList();
  }
}
