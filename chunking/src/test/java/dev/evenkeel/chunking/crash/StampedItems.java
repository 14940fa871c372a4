package dev.evenkeel.chunking.crash;

import static java.util.Objects.requireNonNull;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items in which each part names its writer. */
final class StampedItems {
  private StampedItems() {}

  /** An item with a value repeated all over, small or large by the number. */
  static Map<String, AttributeValue> item(String value, int number) {
    return Map.of(
        "stamp", AttributeValue.fromS(value),
        "body", repeated(value, number % 4 == 3 ? 10 : 150),
        "image", repeated(value, number % 5 == 4 ? 10 : 100));
  }

  private static AttributeValue repeated(String value, int times) {
    return AttributeValue.fromB(SdkBytes.fromUtf8String((value + "|").repeat(times)));
  }

  /** The value of an item; all parts of it must have the same. */
  static String value(Map<String, AttributeValue> item) {
    String value = requireNonNull(item.get("stamp")).s();
    for (String part : new String[] {"body", "image"}) {
      byte[] bytes = requireNonNull(item.get(part)).b().asByteArrayUnsafe();
      String text = new String(bytes, StandardCharsets.UTF_8);
      if (!text.replace(value + "|", "").isEmpty()) {
        throw new AssertionError("torn: '%s' has a part of another".formatted(value));
      }
    }
    return value;
  }
}
