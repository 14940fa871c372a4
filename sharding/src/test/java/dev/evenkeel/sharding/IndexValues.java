package dev.evenkeel.sharding;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Values of index sort keys: with neighbours, and at the edges of what a sort key can hold. */
final class IndexValues {
  private static final List<String> TEXTS =
      List.of(
          "a",
          "a\0",
          "a\0\0",
          "a\u0001",
          "b",
          "b\0",
          "a\ud7ff",
          "a\ue000",
          "\uff5e",
          "\uff5e\0",
          "\ud83d\ude00",
          "\ud83d\ude00a",
          "z".repeat(1024),
          "z".repeat(1023),
          "z".repeat(1023) + "\u007f",
          "z".repeat(1022) + "\u0080",
          "z".repeat(1021) + "\uffff",
          "z".repeat(1022) + "\u007f\u007f",
          "z".repeat(1020) + "\udbff\udfff",
          "\0",
          "\0\0",
          "ab",
          "ac",
          "\u0080");

  private static final List<String> NUMBERS =
      List.of(
          "0",
          "1E-130",
          "-1E-130",
          "1",
          "1.0000000000000000000000000000000000001",
          "-1",
          "0.99999999999999999999999999999999999999",
          "-0.99999999999999999999999999999999999999",
          "9.9999999999999999999999999999999999999E+125",
          "-9.9999999999999999999999999999999999999E+125",
          "10",
          "9.9999999999999999999999999999999999999",
          "2",
          "3",
          "4",
          "5",
          "6",
          "7",
          "8",
          "9",
          "-10",
          "-2",
          "100",
          "1.5");

  static final Comparator<AttributeValue> ORDER =
      (a, b) -> {
        if (a.n() != null) {
          return new BigDecimal(a.n()).compareTo(new BigDecimal(b.n()));
        }
        byte[] left = a.b() != null ? a.b().asByteArray() : a.s().getBytes(StandardCharsets.UTF_8);
        byte[] right = b.b() != null ? b.b().asByteArray() : b.s().getBytes(StandardCharsets.UTF_8);
        return Arrays.compareUnsigned(left, right);
      };

  private IndexValues() {}

  /** The value with this number, 0..23. */
  static AttributeValue of(ScalarAttributeType type, int i) {
    return switch (type) {
      case N -> AttributeValue.fromN(NUMBERS.get(i));
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(bytes(i)));
      default -> AttributeValue.fromS(TEXTS.get(i));
    };
  }

  private static byte[] bytes(int i) {
    byte[] bytes = TEXTS.get(i).getBytes(StandardCharsets.UTF_8);
    if (bytes.length == 1024) {
      bytes[1023] = (byte) -i; // 0xFF among others
    }
    return bytes;
  }
}
