package dev.evenkeel.core.item;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Whether two values are one value once stored: numbers by value, sets without order. */
final class StoredValues {
  private StoredValues() {}

  static boolean same(Map<String, AttributeValue> a, Map<String, AttributeValue> b) {
    return a.size() == b.size()
        && a.entrySet().stream().allMatch(entry -> same(entry.getValue(), b.get(entry.getKey())));
  }

  private static boolean same(AttributeValue a, @Nullable AttributeValue b) {
    if (b == null || ItemSize.typeOf(a) != ItemSize.typeOf(b)) {
      return false;
    }
    return switch (ItemSize.typeOf(a)) {
      case N -> CanonicalNumber.of(a.n()).equals(CanonicalNumber.of(b.n()));
      case NS -> canonical(a.ns()).equals(canonical(b.ns()));
      case SS -> new HashSet<>(a.ss()).equals(new HashSet<>(b.ss()));
      case BS -> new HashSet<>(a.bs()).equals(new HashSet<>(b.bs()));
      case L -> same(a.l(), b.l());
      case M -> same(a.m(), b.m());
      case S, B, BOOL, NUL, UNKNOWN_TO_SDK_VERSION -> a.equals(b);
    };
  }

  private static boolean same(List<AttributeValue> a, List<AttributeValue> b) {
    if (a.size() != b.size()) {
      return false;
    }
    for (int i = 0; i < a.size(); i++) {
      if (!same(a.get(i), b.get(i))) {
        return false;
      }
    }
    return true;
  }

  private static Set<String> canonical(List<String> numbers) {
    return numbers.stream().map(CanonicalNumber::of).collect(Collectors.toSet());
  }
}
