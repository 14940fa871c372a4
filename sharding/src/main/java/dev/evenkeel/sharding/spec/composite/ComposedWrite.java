package dev.evenkeel.sharding.spec.composite;

import dev.evenkeel.core.RefusedOperationException;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * One write of an item with composite keys.
 *
 * @param operation the SDK's operation name
 * @param table the table's name
 * @param item the item to write; is changed. An update marks removed attributes with a NUL
 */
record ComposedWrite(String operation, String table, Map<String, AttributeValue> item) {
  private static final AttributeValue REMOVED = AttributeValue.fromNul(true);

  /** Sets or removes the composed attributes. */
  void fill(Collection<Composition> compositions, Collection<String> primaryKeys) {
    Set<String> fixed = new HashSet<>(primaryKeys);
    for (Composition composition : compositions) {
      if (primaryKeys.contains(composition.attribute())) {
        fillPrimary(composition);
        fixed.addAll(composition.parts());
      }
    }
    for (Composition composition : compositions) {
      if (!primaryKeys.contains(composition.attribute())) {
        fillOther(composition, fixed);
      }
    }
  }

  private void fillPrimary(Composition composition) {
    List<String> missing = parts(composition, part -> !holdsValue(item.get(part)));
    if (!missing.isEmpty()) {
      throw refuse(
          "the parts %s of composite key '%s' have no value"
              .formatted(missing, composition.attribute()),
          "Give values to all its parts");
    }
    AttributeValue composed = compose(composition);
    AttributeValue held = item.put(composition.attribute(), composed);
    if (holdsValue(held) && !composed.equals(held)) {
      throw refuse(
          "key attribute '%s' holds another value than its parts %s compose"
              .formatted(composition.attribute(), composition.parts()),
          "A key cannot change: leave the attribute unset to write another item, and delete the old"
              + " one if its parts have changed");
    }
  }

  /** A key of an index, which may change and be absent. */
  private void fillOther(Composition composition, Set<String> fixed) {
    String attribute = composition.attribute();
    if (parts(composition, part -> !holdsValue(item.get(part))).isEmpty()) {
      item.put(attribute, compose(composition));
    } else if (operation.equals("PutItem")) {
      item.remove(attribute);
    } else if (!parts(composition, part -> REMOVED.equals(item.get(part))).isEmpty()) {
      item.put(attribute, REMOVED);
    } else if (parts(composition, part -> item.containsKey(part) && !fixed.contains(part))
        .isEmpty()) {
      item.remove(attribute);
    } else {
      throw refuse(
          "the update gives only %s of the parts %s of composite key '%s'"
              .formatted(parts(composition, item::containsKey), composition.parts(), attribute),
          "Give all of them, so that the key can follow");
    }
  }

  private static List<String> parts(Composition composition, Predicate<String> which) {
    return composition.parts().stream().filter(which).toList();
  }

  private AttributeValue compose(Composition composition) {
    try {
      return AttributeValue.fromS(
          composition.join(composition.parts().stream().map(item::get).toList()));
    } catch (IllegalArgumentException e) {
      throw refuse(String.valueOf(e.getMessage()), "Give it a value that can be a part of a key");
    }
  }

  private static boolean holdsValue(@Nullable AttributeValue value) {
    return value != null && !REMOVED.equals(value);
  }

  private RefusedOperationException refuse(String reason, String remedy) {
    return new RefusedOperationException(operation, table, reason, remedy);
  }
}
