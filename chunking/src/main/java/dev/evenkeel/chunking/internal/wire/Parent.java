package dev.evenkeel.chunking.internal.wire;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeySchema;
import java.util.Base64;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An attribute of an item: what a payload belongs to. From it and a write id follows where the
 * payload is, so that nothing stored has to be believed about that.
 *
 * @param table the table's plain name
 * @param key the item's key
 * @param attribute the attribute's name
 */
public record Parent(String table, Map<String, AttributeValue> key, String attribute) {

  public Parent {
    key = Map.copyOf(key);
  }

  /**
   * This parent as text: table, attribute and key values, each escaped, joined by {@code #}. Two
   * parents never have one text; equal keys have the same, however their numbers were written.
   */
  public String text(KeySchema schema) {
    StringBuilder text = new StringBuilder();
    text.append(escaped(table)).append('#').append(escaped(attribute));
    for (String name : schema.attributes()) {
      text.append('#').append(tagged(requireNonNull(key.get(name))));
    }
    return text.toString();
  }

  private static String tagged(AttributeValue value) {
    return switch (value.type()) {
      case S -> "S:" + escaped(value.s());
      case N -> "N:" + CanonicalNumber.of(value.n());
      case B ->
          "B:"
              + Base64.getUrlEncoder()
                  .withoutPadding()
                  .encodeToString(value.b().asByteArrayUnsafe());
      default -> throw new IllegalArgumentException("a key value is of type S, N or B");
    };
  }

  private static String escaped(String text) {
    return text.replace("%", "%25").replace("#", "%23");
  }
}
