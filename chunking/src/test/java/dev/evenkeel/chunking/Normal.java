package dev.evenkeel.chunking;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Values in one form each: sets in order, numbers without what does not count. */
final class Normal {
  private static final Comparator<SdkBytes> UNSIGNED =
      (a, b) -> java.util.Arrays.compareUnsigned(a.asByteArray(), b.asByteArray());

  private Normal() {}

  static Map<String, AttributeValue> item(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> normal = new TreeMap<>();
    item.forEach((name, value) -> normal.put(name, value(value)));
    return normal;
  }

  static List<Map<String, AttributeValue>> items(List<Map<String, AttributeValue>> items) {
    return items.stream().map(Normal::item).toList();
  }

  /** Items of which the order means nothing. */
  static List<Map<String, AttributeValue>> anyOrder(List<Map<String, AttributeValue>> items) {
    return items(items).stream().sorted(Comparator.comparing(Object::toString)).toList();
  }

  static AttributeValue value(AttributeValue value) {
    return switch (value.type()) {
      case N -> AttributeValue.fromN(number(value.n()));
      case SS -> AttributeValue.fromSs(value.ss().stream().sorted().toList());
      case NS -> AttributeValue.fromNs(value.ns().stream().map(Normal::number).sorted().toList());
      case BS -> AttributeValue.fromBs(value.bs().stream().sorted(UNSIGNED).toList());
      case L -> AttributeValue.fromL(value.l().stream().map(Normal::value).toList());
      case M -> AttributeValue.fromM(item(value.m()));
      default -> value;
    };
  }

  private static String number(String text) {
    return new BigDecimal(text).stripTrailingZeros().toPlainString();
  }
}
