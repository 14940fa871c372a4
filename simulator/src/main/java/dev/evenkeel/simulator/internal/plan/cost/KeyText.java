package dev.evenkeel.simulator.internal.plan.cost;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.item.KeyAttribute;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Key values as the text that the model places, the same for all forms of one value. */
public final class KeyText {
  private static final String SEPARATOR = "\u0000";

  private KeyText() {}

  /** The text of all attributes of one half of a key; null if there are none or one is missing. */
  public static @Nullable String of(
      List<KeyAttribute> attributes, Map<String, AttributeValue> item) {
    if (attributes.isEmpty()
        || !attributes.stream().allMatch(key -> isThere(key, item.get(key.name())))) {
      return null;
    }
    return attributes.stream()
        .map(attribute -> text(item.get(attribute.name())))
        .collect(Collectors.joining(SEPARATOR));
  }

  private static boolean isThere(KeyAttribute attribute, @Nullable AttributeValue value) {
    return value != null && attribute.accepts(value);
  }

  private static String text(@Nullable AttributeValue value) {
    if (value == null) {
      return "";
    }
    if (value.n() != null) {
      return CanonicalNumber.of(value.n());
    }
    return value.b() == null
        ? value.s()
        : Base64.getEncoder().encodeToString(value.b().asByteArrayUnsafe());
  }
}
