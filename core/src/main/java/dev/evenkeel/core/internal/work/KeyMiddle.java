package dev.evenkeel.core.internal.work;

import dev.evenkeel.core.internal.item.KeyOrder;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A sort key between two others. Half way by value where that is easy to say; anywhere between is
 * right for a bound.
 */
final class KeyMiddle {
  private static final MathContext UP =
      new MathContext(CanonicalNumber.DIGITS_MAX, RoundingMode.CEILING);

  private KeyMiddle() {}

  /** A value above {@code low} and at or below {@code high}; nothing if there is none. */
  static Optional<AttributeValue> of(AttributeValue low, AttributeValue high) {
    Comparator<AttributeValue> order = KeyOrder.of(high);
    if (low.type() != high.type() || order.compare(low, high) >= 0) {
      return Optional.empty();
    }
    AttributeValue middle =
        switch (high.type()) {
          case N -> number(low, high);
          case S -> text(low, high);
          default -> binary(low, high);
        };
    boolean between = order.compare(low, middle) < 0 && order.compare(middle, high) <= 0;
    return Optional.of(between ? middle : high);
  }

  private static AttributeValue number(AttributeValue low, AttributeValue high) {
    BigDecimal sum = CanonicalNumber.parse(low.n()).add(CanonicalNumber.parse(high.n()));
    BigDecimal half = sum.divide(BigDecimal.valueOf(2), UP);
    boolean isTiny = half.signum() != 0 && half.precision() - half.scale() < -100;
    return isTiny ? high : AttributeValue.fromN(CanonicalNumber.of(half.toPlainString()));
  }

  private static AttributeValue text(AttributeValue low, AttributeValue high) {
    int[] ends = middle(low.s().codePoints().toArray(), high.s().codePoints().toArray());
    int last = ends[ends.length - 1];
    boolean isSurrogate = last >= Character.MIN_SURROGATE && last <= Character.MAX_SURROGATE;
    return isSurrogate ? high : AttributeValue.fromS(new String(ends, 0, ends.length));
  }

  private static AttributeValue binary(AttributeValue low, AttributeValue high) {
    int[] ends = middle(unsigned(low), unsigned(high));
    byte[] bytes = new byte[ends.length];
    for (int i = 0; i < ends.length; i++) {
      bytes[i] = (byte) ends[i];
    }
    return AttributeValue.fromB(SdkBytes.fromByteArray(bytes));
  }

  private static int[] unsigned(AttributeValue value) {
    byte[] bytes = value.b().asByteArrayUnsafe();
    int[] units = new int[bytes.length];
    Arrays.setAll(units, i -> Byte.toUnsignedInt(bytes[i]));
    return units;
  }

  /** What both have in common, and a unit between those that follow. */
  private static int[] middle(int[] low, int[] high) {
    int same = Arrays.mismatch(low, high);
    int[] middle = Arrays.copyOf(high, same + 1);
    int below = same < low.length ? low[same] : 0;
    middle[same] = (below + high[same] + 1) / 2;
    return middle;
  }
}
