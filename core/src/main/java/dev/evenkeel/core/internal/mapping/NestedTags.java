package dev.evenkeel.core.internal.mapping;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.enhanced.dynamodb.AttributeConverter;
import software.amazon.awssdk.enhanced.dynamodb.EnhancedType;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

/**
 * Finds tags in classes that are stored inside an attribute. The SDK does not show them in the
 * schema of the table, so they would be overlooked in silence.
 */
final class NestedTags {
  private final List<String> problems = new ArrayList<>();
  private final Set<Class<?>> visited = new HashSet<>();

  private final String kinds;
  private final String why;

  NestedTags(String kinds, String why) {
    this.kinds = kinds;
    this.why = why;
  }

  List<String> problems(TableSchema<?> schema) {
    // One that holds others of its kind has its tags for where it is the item.
    visited.add(schema.itemType().rawClass());
    inside(schema, "");
    return problems;
  }

  private void inside(TableSchema<?> schema, String path) {
    for (String attribute : schema.attributeNames()) {
      AttributeConverter<?> converter = converter(schema, attribute);
      if (converter != null) {
        nested(converter.type(), path + attribute);
      }
    }
  }

  /**
   * The converter of an attribute; null for schemas that know no classes inside attributes, such as
   * those of documents.
   */
  private static @Nullable AttributeConverter<?> converter(
      TableSchema<?> schema, String attribute) {
    try {
      return schema.converterForAttribute(attribute);
    } catch (UnsupportedOperationException e) {
      return null;
    }
  }

  /** The SDK gives null for the parameters of a type that was made for a document. */
  private void nested(EnhancedType<?> type, String path) {
    if (type.rawClassParameters() != null) {
      type.rawClassParameters().forEach(parameter -> nested(parameter, path));
    }
    if (type.tableSchema().isPresent() && visited.add(type.rawClass())) {
      TableSchema<?> schema = type.tableSchema().get();
      schema.tableMetadata().customMetadata().forEach((kind, held) -> tagged(path, kind, held));
      inside(schema, path + ".");
    }
  }

  private void tagged(String path, String kind, Object held) {
    if (kind.startsWith(kinds) && held instanceof Collection<?> tags) {
      for (Object tag : tags) {
        Object attribute = ((Map.Entry<?, ?>) tag).getKey();
        problems.add(
            "'%s.%s' carries @%s but lies inside attribute '%s', %s: move it to the item's own class, or flatten the attribute (@DynamoDbFlatten)"
                .formatted(path, attribute, kind.substring(kinds.length()), path, why));
      }
    }
  }
}
