package dev.evenkeel.chunking.internal.children;

import dev.evenkeel.chunking.spec.children.ChildMigrationException;
import dev.evenkeel.chunking.spec.children.ParentSet;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Sets and their members. */
final class Sets {
  private Sets() {}

  /** The set of these elements. */
  static AttributeValue of(ScalarAttributeType type, List<AttributeValue> elements) {
    return switch (type) {
      case N -> AttributeValue.fromNs(elements.stream().map(AttributeValue::n).toList());
      case B -> AttributeValue.fromBs(elements.stream().map(AttributeValue::b).toList());
      default -> AttributeValue.fromSs(elements.stream().map(AttributeValue::s).toList());
    };
  }

  /** The elements of a set of a parent. */
  static List<AttributeValue> elements(
      ParentSet set, ScalarAttributeType type, AttributeValue value) {
    AttributeValue.Type wanted =
        switch (type) {
          case N -> AttributeValue.Type.NS;
          case B -> AttributeValue.Type.BS;
          default -> AttributeValue.Type.SS;
        };
    if (value.type() != wanted) {
      throw new ChildMigrationException(
          set,
          "it is of type %s, and elements of type %s are in one of type %s. Mend the spec or the item."
              .formatted(value.type(), type, wanted),
          null);
    }
    return switch (wanted) {
      case NS -> value.ns().stream().map(AttributeValue::fromN).toList();
      case BS -> value.bs().stream().map(AttributeValue::fromB).toList();
      default -> value.ss().stream().map(AttributeValue::fromS).toList();
    };
  }
}
