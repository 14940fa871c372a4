package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.item.KeyOrder;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

class KeyOrderTest {
  /** A type and how to draw a value of it. */
  record Kind(ScalarAttributeType type, Function<RandomItems, AttributeValue> draw) {
    @Override
    public String toString() {
      return type.toString();
    }
  }

  static List<Kind> kinds() {
    return List.of(
        new Kind(ScalarAttributeType.S, random -> AttributeValue.fromS(random.text(3))),
        new Kind(ScalarAttributeType.N, random -> AttributeValue.fromN(random.number())),
        new Kind(
            ScalarAttributeType.B,
            random -> AttributeValue.fromB(SdkBytes.fromByteArray(random.bytes(3)))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void of_randomTriples_obeysTheLawsOfAComparator(Kind kind) {
    long seed = 20_260_101;
    RandomItems random = new RandomItems(seed);
    Comparator<AttributeValue> order = KeyOrder.of(kind.type());
    for (int i = 0; i < 5_000; i++) {
      AttributeValue a = kind.draw().apply(random);
      AttributeValue b = kind.draw().apply(random);
      AttributeValue c = kind.draw().apply(random);
      assertThat(lawsHold(order, a, b, c)).as("seed %d, step %d", seed, i).isTrue();
    }
  }

  private static boolean lawsHold(
      Comparator<AttributeValue> order, AttributeValue a, AttributeValue b, AttributeValue c) {
    int ab = Integer.signum(order.compare(a, b));
    int bc = Integer.signum(order.compare(b, c));
    int ac = Integer.signum(order.compare(a, c));
    boolean reflexive = order.compare(a, a) == 0;
    boolean antisymmetric = ab == -Integer.signum(order.compare(b, a));
    boolean transitive = ab != bc || ac == ab;
    boolean equalsCompareAlike = ab != 0 || ac == bc;
    return reflexive && antisymmetric && transitive && equalsCompareAlike;
  }

  @Test
  void of_numbers_comparesValuesNotTexts() {
    Comparator<AttributeValue> order = KeyOrder.of(ScalarAttributeType.N);
    assertThat(order.compare(number("1"), number("1.0"))).isZero();
    assertThat(order.compare(number("1E0"), number("+01"))).isZero();
    assertThat(order.compare(number("-0"), number("0"))).isZero();
    assertThat(order.compare(number("9"), number("10"))).isNegative();
    assertThat(order.compare(number("-9"), number("-10"))).isPositive();
    String digits = "1234567890123456789012345678901234567";
    assertThat(order.compare(number(digits + "8"), number(digits + "9"))).isNegative();
  }

  @Test
  void of_binaries_comparesUnsigned() {
    Comparator<AttributeValue> order = KeyOrder.of(ScalarAttributeType.B);
    assertThat(order.compare(binary(0x7F), binary(0x80))).isNegative();
    assertThat(order.compare(binary(0x80), binary(0x80, 0))).isNegative();
  }

  @ParameterizedTest
  @EnumSource(
      value = ScalarAttributeType.class,
      names = {"S", "N", "B"})
  void of_valueOfAnotherType_isRefused(ScalarAttributeType type) {
    AttributeValue flag = AttributeValue.fromBool(true);
    assertThatThrownBy(() -> KeyOrder.of(type).compare(flag, flag))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("expected a key value of type " + type + " but its type is BOOL");
  }

  @Test
  void of_unknownType_isRefused() {
    assertThatThrownBy(() -> KeyOrder.of(ScalarAttributeType.UNKNOWN_TO_SDK_VERSION))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static AttributeValue number(String text) {
    return AttributeValue.fromN(text);
  }

  private static AttributeValue binary(int... unsigned) {
    byte[] bytes = new byte[unsigned.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) unsigned[i];
    }
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }
}
