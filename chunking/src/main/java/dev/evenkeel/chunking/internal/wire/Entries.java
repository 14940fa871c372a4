package dev.evenkeel.chunking.internal.wire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Entries of maps that anyone may have written: of the type asked for, or null. */
final class Entries {
  private Entries() {}

  static @Nullable String text(Map<String, AttributeValue> entries, String name) {
    AttributeValue value = entries.get(name);
    return value == null ? null : value.s();
  }

  /** A whole number of up to 18 digits, as DynamoDB returns those that were written here. */
  static @Nullable Long natural(Map<String, AttributeValue> entries, String name) {
    AttributeValue value = entries.get(name);
    String digits = value == null ? null : value.n();
    return digits != null && digits.matches("[0-9]{1,18}") ? Long.valueOf(digits) : null;
  }

  static byte @Nullable [] bytes(Map<String, AttributeValue> entries, String name) {
    AttributeValue value = entries.get(name);
    SdkBytes bytes = value == null ? null : value.b();
    return bytes == null ? null : bytes.asByteArray();
  }

  static @Nullable List<AttributeValue> list(Map<String, AttributeValue> entries, String name) {
    AttributeValue value = entries.get(name);
    return value != null && value.hasL() ? value.l() : null;
  }

  static @Nullable Map<String, AttributeValue> map(
      Map<String, AttributeValue> entries, String name) {
    AttributeValue value = entries.get(name);
    return value != null && value.hasM() ? value.m() : null;
  }
}
