package dev.evenkeel.core.item;

import dev.evenkeel.core.internal.value.Utf8;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * One attribute of a key: its name and the one type its values have.
 *
 * @param name 1 to 255 bytes of UTF-8
 * @param type {@code S}, {@code N} or {@code B}
 */
public record KeyAttribute(String name, ScalarAttributeType type) {
  /** AWS, "Constraints in Amazon DynamoDB": names of key attributes are at most 255 bytes. */
  private static final int NAME_BYTES_MAX = 255;

  public KeyAttribute {
    if (name == null || name.isEmpty()) {
      throw new IllegalArgumentException("a key attribute needs a name");
    }
    if (Utf8.length(name) > NAME_BYTES_MAX) {
      throw new IllegalArgumentException(
          "the name of a key attribute has at most %d bytes but '%s...' has %d"
              .formatted(NAME_BYTES_MAX, name.substring(0, 20), Utf8.length(name)));
    }
    if (type == null || type == ScalarAttributeType.UNKNOWN_TO_SDK_VERSION) {
      throw new IllegalArgumentException(
          "key attribute '" + name + "' needs a type that keys can have: S, N or B");
    }
  }

  public static KeyAttribute ofString(String name) {
    return new KeyAttribute(name, ScalarAttributeType.S);
  }

  public static KeyAttribute ofNumber(String name) {
    return new KeyAttribute(name, ScalarAttributeType.N);
  }

  public static KeyAttribute ofBinary(String name) {
    return new KeyAttribute(name, ScalarAttributeType.B);
  }

  /** Whether a value is of this attribute's type. */
  public boolean accepts(AttributeValue value) {
    return value.type() != null && value.type().name().equals(type.name());
  }
}
