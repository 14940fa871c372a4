package dev.evenkeel.core.item;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Seeded values and items of every type; one seed, one sequence. */
final class RandomItems {
  /** Both sides of every change of UTF-8 length, and of the surrogates. */
  private static final int[] CODE_POINTS = {
    0x01, 'a', 'b', 'z', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x20AC, 0xD7FF, 0xE000, 0xFF5E, 0xFFFF,
    0x10000, 0x1F600, 0x10FFFF
  };

  private final Random random;

  RandomItems(long seed) {
    random = new Random(seed);
  }

  int below(int bound) {
    return random.nextInt(bound);
  }

  boolean flip() {
    return random.nextBoolean();
  }

  /** Up to {@code codePointsMax} code points, well-formed, often sharing beginnings. */
  String text(int codePointsMax) {
    StringBuilder text = new StringBuilder();
    for (int i = below(codePointsMax + 1); i > 0; i--) {
      text.appendCodePoint(CODE_POINTS[below(CODE_POINTS.length)]);
    }
    return text.toString();
  }

  byte[] bytes(int bytesMax) {
    byte[] some = {0, 1, 0x7F, (byte) 0x80, (byte) 0xFE, (byte) 0xFF};
    byte[] bytes = new byte[below(bytesMax + 1)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = some[below(some.length)];
    }
    return bytes;
  }

  /** Any number that DynamoDB stores, in any notation it reads. */
  String number() {
    String digits = digits(1 + below(flip() ? 4 : 38));
    int point = below(digits.length() + 1);
    int exponent = flip() ? below(7) - 3 : below(256) - 130;
    String text =
        List.of("", "-", "+", "00", "-0").get(below(5))
            + digits.substring(0, point)
            + (flip() || point < digits.length() ? "." : "")
            + digits.substring(point)
            + (exponent == 0 ? "" : "E" + exponent);
    return isStorable(text) ? text : digits;
  }

  private static boolean isStorable(String number) {
    try {
      CanonicalNumber.of(number);
      return true;
    } catch (InvalidNumberException e) {
      return false;
    }
  }

  private String digits(int count) {
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < count; i++) {
      digits.append(below(3) == 0 ? 0 : below(10));
    }
    return digits.toString();
  }

  /** A value of any type, documents nested at most {@code depthMax} deep. */
  AttributeValue value(int depthMax) {
    List<Supplier<AttributeValue>> kinds =
        new ArrayList<>(
            List.of(
                () -> AttributeValue.fromS(text(12)),
                () -> AttributeValue.fromN(number()),
                () -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes(12))),
                () -> AttributeValue.fromBool(flip()),
                () -> AttributeValue.fromNul(true),
                () -> AttributeValue.fromSs(List.copyOf(distinct(() -> text(6)))),
                this::numbers,
                this::binaries));
    if (depthMax > 0) {
      kinds.add(() -> AttributeValue.fromL(list(depthMax - 1)));
      kinds.add(() -> AttributeValue.fromM(attributes(depthMax - 1)));
    }
    return kinds.get(below(kinds.size())).get();
  }

  private AttributeValue numbers() {
    return AttributeValue.fromNs(List.copyOf(distinct(() -> CanonicalNumber.of(number()))));
  }

  private AttributeValue binaries() {
    return AttributeValue.fromBs(List.copyOf(distinct(() -> SdkBytes.fromByteArray(bytes(6)))));
  }

  private <T> Set<T> distinct(Supplier<T> element) {
    Set<T> elements = new LinkedHashSet<>();
    for (int i = 1 + below(5); i > 0; i--) {
      elements.add(element.get());
    }
    return elements;
  }

  private List<AttributeValue> list(int depthMax) {
    List<AttributeValue> elements = new ArrayList<>();
    for (int i = below(5); i > 0; i--) {
      elements.add(value(depthMax));
    }
    return elements;
  }

  /** Up to eight attributes of any type; their names begin with {@code x}. */
  Map<String, AttributeValue> attributes(int depthMax) {
    Map<String, AttributeValue> attributes = new TreeMap<>();
    for (int i = below(9); i > 0; i--) {
      attributes.put("x" + text(4), value(depthMax));
    }
    return new LinkedHashMap<>(attributes);
  }
}
