package dev.evenkeel.caching.internal.store;

import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Copies bytes in keys of maps: their arrays may be a caller's, who may write to them. */
public final class OwnBytes {
  private OwnBytes() {}

  /** The same values, in a map of its own. */
  public static Map<String, AttributeValue> of(Map<String, AttributeValue> values) {
    Map<String, AttributeValue> own = new LinkedHashMap<>();
    values.forEach((name, value) -> own.put(name, of(value)));
    return own;
  }

  /** A null in a caller's collection stays, for DynamoDB to refuse. */
  static AttributeValue of(AttributeValue value) {
    if (value == null) {
      return value;
    }
    return switch (value.type()) {
      case B -> AttributeValue.fromB(of(value.b()));
      case BS -> AttributeValue.fromBs(value.bs().stream().map(OwnBytes::of).toList());
      case L -> AttributeValue.fromL(value.l().stream().map(OwnBytes::of).toList());
      case M -> AttributeValue.fromM(of(value.m()));
      default -> value;
    };
  }

  private static SdkBytes of(SdkBytes bytes) {
    return bytes == null ? bytes : SdkBytes.fromByteArray(bytes.asByteArrayUnsafe());
  }
}
