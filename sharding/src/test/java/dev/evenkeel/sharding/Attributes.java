package dev.evenkeel.sharding;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Short names for the attribute values of tests; tables have the keys {@code pk} and {@code sk}.
 */
final class Attributes {
  private Attributes() {}

  static AttributeValue s(String text) {
    return AttributeValue.fromS(text);
  }

  static AttributeValue n(String number) {
    return AttributeValue.fromN(number);
  }

  static AttributeValue n(long number) {
    return AttributeValue.fromN(BigDecimal.valueOf(number).toPlainString());
  }

  static AttributeValue b(int... bytes) {
    byte[] copy = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      copy[i] = (byte) bytes[i];
    }
    return AttributeValue.fromB(SdkBytes.fromByteArray(copy));
  }

  static Map<String, AttributeValue> key(AttributeValue pk, AttributeValue sk) {
    return Map.of("pk", pk, "sk", sk);
  }

  static Map<String, AttributeValue> key(String pk, String sk) {
    return key(s(pk), s(sk));
  }

  /** A key with one more attribute. */
  static Map<String, AttributeValue> with(
      Map<String, AttributeValue> item, String name, AttributeValue value) {
    Map<String, AttributeValue> more = new HashMap<>(item);
    more.put(name, value);
    return more;
  }

  /** The texts of the sort keys, in the order of the items. */
  static List<String> sortKeys(List<Map<String, AttributeValue>> items) {
    return items.stream()
        .map(item -> item.get("sk"))
        .map(value -> value.s() != null ? value.s() : value.n())
        .toList();
  }
}
