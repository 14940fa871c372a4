package dev.evenkeel.jobs.config;

import dev.evenkeel.core.item.KeyAttribute;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Key attributes: {@code {name: at, type: N}}. */
final class KeyReader {
  private KeyReader() {}

  /** The attribute; a text unless another type is said, as in the builders. */
  static KeyAttribute read(Section key) {
    String type = key.has("type") ? key.text("type") : "S";
    return new KeyAttribute(key.text("name"), ScalarAttributeType.fromValue(type));
  }
}
