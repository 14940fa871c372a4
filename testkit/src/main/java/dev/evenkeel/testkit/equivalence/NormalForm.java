package dev.evenkeel.testkit.equivalence;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.core.SdkField;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.core.util.SdkAutoConstructList;
import software.amazon.awssdk.core.util.SdkAutoConstructMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Values in one form each: sets in order, numbers without zeros that do not count.
 *
 * @param hidden attributes that are left out wherever they stand in an item
 */
record NormalForm(Set<String> hidden) {
  private static final Comparator<SdkBytes> UNSIGNED =
      (a, b) -> Arrays.compareUnsigned(a.asByteArray(), b.asByteArray());

  /** The members that are there, by their names. */
  Map<String, Object> members(SdkPojo structure, Set<String> without) {
    Map<String, Object> members = new TreeMap<>();
    for (SdkField<?> field : structure.sdkFields()) {
      Object value = field.getValueOrDefault(structure);
      if (value != null
          && !without.contains(field.memberName())
          && !(value instanceof SdkAutoConstructMap)
          && !(value instanceof SdkAutoConstructList)) {
        members.put(field.memberName(), any(value));
      }
    }
    return members;
  }

  private Object any(Object value) {
    if (value instanceof AttributeValue attribute) {
      return value(attribute);
    }
    if (value instanceof SdkPojo structure) {
      return members(structure, Set.of());
    }
    if (value instanceof List<?> list) {
      return list.stream().map(this::any).toList();
    }
    if (value instanceof Map<?, ?> map) {
      Map<Object, Object> sorted = new TreeMap<>();
      map.forEach(
          (name, member) -> {
            if (!(member instanceof AttributeValue && hidden.contains(name))) {
              sorted.put(name, any(member));
            }
          });
      return sorted;
    }
    return value;
  }

  Map<String, AttributeValue> item(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> normal = new TreeMap<>();
    item.forEach((name, value) -> normal.put(name, value(value)));
    normal.keySet().removeAll(hidden);
    return normal;
  }

  private static AttributeValue value(AttributeValue value) {
    return switch (value.type()) {
      case N -> AttributeValue.fromN(number(value.n()));
      case SS -> AttributeValue.fromSs(value.ss().stream().sorted().toList());
      case NS ->
          AttributeValue.fromNs(value.ns().stream().map(NormalForm::number).sorted().toList());
      case BS -> AttributeValue.fromBs(value.bs().stream().sorted(UNSIGNED).toList());
      case L -> AttributeValue.fromL(value.l().stream().map(NormalForm::value).toList());
      case M -> {
        Map<String, AttributeValue> normal = new TreeMap<>();
        value.m().forEach((name, member) -> normal.put(name, value(member)));
        yield AttributeValue.fromM(normal);
      }
      default -> value;
    };
  }

  private static String number(String text) {
    return new BigDecimal(text).stripTrailingZeros().toPlainString();
  }

  /** A list of which the order means nothing. */
  static List<?> inAnyOrder(Object list) {
    return ((List<?>) list).stream().sorted(Comparator.comparing(Object::toString)).toList();
  }
}
