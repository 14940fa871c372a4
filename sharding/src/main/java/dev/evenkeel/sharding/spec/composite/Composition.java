package dev.evenkeel.sharding.spec.composite;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.List;
import software.amazon.awssdk.enhanced.dynamodb.AttributeValueType;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The composition of one attribute.
 *
 * @param attribute the attribute
 * @param type its type, as the schema has it
 * @param parts the attributes it is composed of, in order
 * @param separator stands between them
 */
record Composition(String attribute, AttributeValueType type, List<String> parts, char separator) {

  Composition {
    parts = List.copyOf(parts);
  }

  /**
   * The text of the leading parts, with separators between them.
   *
   * @throws IllegalArgumentException if a value cannot be a part; the message holds no value
   */
  String join(List<AttributeValue> values) {
    StringBuilder joined = new StringBuilder();
    for (int i = 0; i < values.size(); i++) {
      joined.append(i == 0 ? "" : separator).append(text(parts.get(i), values.get(i)));
    }
    return joined.toString();
  }

  private String text(String part, AttributeValue value) {
    String text =
        switch (value.type()) {
          case S -> value.s();
          case N -> CanonicalNumber.of(value.n());
          default ->
              throw new IllegalArgumentException(
                  "part '%s' of composite key '%s' is of type %s, not S or N"
                      .formatted(part, attribute, value.type()));
        };
    if (text.indexOf(separator) >= 0) {
      throw new IllegalArgumentException(
          "part '%s' of composite key '%s' contains the separator '%s', so other parts could compose the same key"
              .formatted(part, attribute, separator));
    }
    return text;
  }
}
