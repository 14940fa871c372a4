package dev.evenkeel.chunking.spec.children;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The form in which a table has children, their parents and their keys.
 *
 * @param range the element, where that is the sort key
 * @param key of the table
 * @param rangeOf the function from element to range; null if there is none
 */
record ChildForm(
    String tableName,
    KeyAttribute parentKey,
    KeyAttribute range,
    KeyAttribute element,
    KeySchema key,
    @Nullable UnaryOperator<AttributeValue> rangeOf) {

  /** The form of a table whose sort key is the element, unless another range is said. */
  static ChildForm of(
      String tableName,
      KeyAttribute parentKey,
      @Nullable KeyAttribute range,
      KeyAttribute element,
      @Nullable UnaryOperator<AttributeValue> rangeOf) {
    KeyAttribute sortKey = range == null ? element : range;
    KeySchema key = KeySchema.of(parentKey, sortKey);
    return new ChildForm(tableName, parentKey, sortKey, element, key, rangeOf);
  }

  boolean elementIsRange() {
    return range.equals(element);
  }

  Child child(AttributeValue newElement) {
    AttributeValue canonical = Scalars.canonical(tableName, element, newElement);
    if (elementIsRange()) {
      return new Child(canonical, canonical);
    }
    if (rangeOf == null) {
      throw new IllegalStateException("the range of a child does not follow from its element");
    }
    return canonical(new Child(rangeOf.apply(canonical), canonical));
  }

  Child childOf(Map<String, AttributeValue> item) {
    return new Child(Scalars.in(tableName, item, range), Scalars.in(tableName, item, element));
  }

  private Child canonical(Child child) {
    return new Child(
        Scalars.canonical(tableName, range, child.range()),
        Scalars.canonical(tableName, element, child.element()));
  }

  AttributeValue parent(AttributeValue parent) {
    AttributeValue canonical = Scalars.canonical(tableName, parentKey, parent);
    KeySchema.of(parentKey).validate(Map.of(parentKey.name(), canonical));
    return canonical;
  }

  Map<String, AttributeValue> key(AttributeValue parent, AttributeValue childRange) {
    Map<String, AttributeValue> values = new LinkedHashMap<>();
    values.put(parentKey.name(), Scalars.canonical(tableName, parentKey, parent));
    values.put(range.name(), Scalars.canonical(tableName, range, childRange));
    key.validate(values);
    return Collections.unmodifiableMap(values);
  }

  Map<String, AttributeValue> item(AttributeValue parent, Child child) {
    Child stored = canonical(child);
    if (elementIsRange() && !stored.range().equals(stored.element())) {
      throw new Call("PutItem", tableName)
          .refuse("range and element differ, but the element is the range", "Use child(element)");
    }
    Map<String, AttributeValue> item = new LinkedHashMap<>(key(parent, stored.range()));
    item.put(element.name(), stored.element());
    return Collections.unmodifiableMap(item);
  }
}
