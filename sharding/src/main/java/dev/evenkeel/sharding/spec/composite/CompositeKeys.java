package dev.evenkeel.sharding.spec.composite;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.Key;
import software.amazon.awssdk.enhanced.dynamodb.TableMetadata;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Makes keys from parts, for what extensions do not see: reads, deletes and queries.
 *
 * <pre>{@code
 * CompositeKeys<Order> keys = CompositeKeys.of(schema);
 * table.getItem(keys.key(order));
 * table.query(keyEqualTo(k -> k.partitionValue(keys.value("key", "c7", "p12", "DE"))));
 * }</pre>
 *
 * <p>Immutable, and safe for use by several threads. Refusals are {@link IllegalArgumentException}s
 * that name attributes, never values.
 *
 * @param <T> the class of the items
 */
public final class CompositeKeys<T> {
  private final TableSchema<T> schema;
  private final Map<String, Composition> compositions;

  private CompositeKeys(TableSchema<T> schema, Map<String, Composition> compositions) {
    this.schema = schema;
    this.compositions = compositions;
  }

  /**
   * Reads and checks the composite keys of a schema, which may have none.
   *
   * @throws IllegalArgumentException listing every problem at once: a part that is not there, is
   *     composed itself, or is of another type than S or N; a composite key of another type than S
   */
  public static <T> CompositeKeys<T> of(TableSchema<T> schema) {
    Map<String, Composition> compositions = CompositeKeyTags.compositions(schema.tableMetadata());
    List<String> problems = CompositionProblems.of(schema, compositions);
    if (!problems.isEmpty()) {
      throw new IllegalArgumentException(
          "Class %s: %s"
              .formatted(schema.itemType().rawClass().getName(), String.join("; ", problems)));
    }
    return new CompositeKeys<>(schema, compositions);
  }

  /**
   * The primary key of an entity. A composed attribute is built from its parts, whatever value its
   * property holds; other attributes come from their properties.
   */
  public Key key(T entity) {
    TableMetadata metadata = schema.tableMetadata();
    Key.Builder key =
        Key.builder().partitionValue(keyValue(entity, metadata.primaryPartitionKey()));
    metadata.primarySortKey().ifPresent(sort -> key.sortValue(keyValue(entity, sort)));
    return key.build();
  }

  private AttributeValue keyValue(T entity, String attribute) {
    Composition composition = compositions.get(attribute);
    if (composition == null) {
      return held(entity, attribute);
    }
    List<AttributeValue> parts = new ArrayList<>();
    composition.parts().forEach(part -> parts.add(held(entity, part)));
    return AttributeValue.fromS(composition.join(parts));
  }

  private AttributeValue held(T entity, String attribute) {
    AttributeValue value = schema.attributeValue(entity, attribute);
    if (value == null || value.type() == AttributeValue.Type.NUL) {
      throw new IllegalArgumentException(
          "attribute '%s' of class %s, which the key needs, has no value"
              .formatted(attribute, schema.itemType().rawClass().getName()));
    }
    return value;
  }

  /**
   * The text of a composed attribute.
   *
   * @param attribute the attribute that carries {@link CompositeKey}
   * @param parts the values of all its parts in order, as the properties hold them
   */
  public String value(String attribute, Object... parts) {
    Composition composition = composition(attribute);
    int given = lengthOf(parts);
    require(given == composition.parts().size(), composition, "all", given);
    return composition.join(converted(composition, parts));
  }

  /**
   * The common prefix of the composed attribute in every item with these leading parts, separator
   * included: for {@code QueryConditional.sortBeginsWith}, where the attribute is a sort key.
   *
   * @param attribute the attribute that carries {@link CompositeKey}
   * @param leading the values of its first parts in order, at least one and not all
   */
  public String prefix(String attribute, Object... leading) {
    Composition composition = composition(attribute);
    int given = lengthOf(leading);
    boolean some = given > 0 && given < composition.parts().size();
    require(some, composition, "some but not all", given);
    return composition.join(converted(composition, leading)) + composition.separator();
  }

  /** A lone null in place of the parts is an array that is null. */
  private static int lengthOf(Object @Nullable [] parts) {
    return parts == null ? 0 : parts.length;
  }

  private Composition composition(String attribute) {
    Composition composition = compositions.get(attribute);
    if (composition == null) {
      throw new IllegalArgumentException(
          "attribute '%s' of class %s carries no @CompositeKey"
              .formatted(attribute, schema.itemType().rawClass().getName()));
    }
    return composition;
  }

  private static void require(boolean holds, Composition composition, String wanted, int given) {
    if (!holds) {
      throw new IllegalArgumentException(
          "composite key '%s' needs %s of its parts %s but was given %d"
              .formatted(composition.attribute(), wanted, composition.parts(), given));
    }
  }

  private List<AttributeValue> converted(Composition composition, Object... values) {
    List<AttributeValue> converted = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      converted.add(converted(composition, composition.parts().get(i), values[i]));
    }
    return converted;
  }

  @SuppressWarnings("unchecked") // types of parts are known at run time: a wrong one fails its cast
  private AttributeValue converted(Composition composition, String part, @Nullable Object value) {
    AttributeConverter<?> converter = schema.converterForAttribute(part);
    try {
      if (value != null) {
        return ((AttributeConverter<Object>) converter).transformFrom(value);
      }
    } catch (ClassCastException e) {
      throw new IllegalArgumentException(
          "part '%s' of composite key '%s' must be a %s"
              .formatted(part, composition.attribute(), converter.type().rawClass().getName()),
          e);
    }
    throw new IllegalArgumentException(
        "part '%s' of composite key '%s' is null".formatted(part, composition.attribute()));
  }
}
