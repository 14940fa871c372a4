package dev.evenkeel.core.internal.item;

import dev.evenkeel.core.internal.value.CanonicalNumber;
import dev.evenkeel.core.internal.value.Utf8;
import dev.evenkeel.core.item.KeySchema;
import java.math.BigDecimal;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The values next to a value among all that a sort key can hold. Strings and binaries have
 * neighbours because a sort key has at most {@link KeySchema#SORT_KEY_BYTES_MAX} bytes and one at
 * least, numbers because they have at most {@link CanonicalNumber#DIGITS_MAX} digits.
 */
final class KeyNeighbour {
  private static final int BYTES_MAX = KeySchema.SORT_KEY_BYTES_MAX;
  private static final BigDecimal NUMBER_MAX =
      BigDecimal.TEN.pow(CanonicalNumber.DIGITS_MAX).subtract(BigDecimal.ONE).movePointRight(88);
  private static final BigDecimal MAGNITUDE_MIN = BigDecimal.ONE.movePointLeft(130);

  private KeyNeighbour() {}

  /** The least binary above: a zero byte more, or at full length the next of that length. */
  static byte @Nullable [] after(byte[] value) {
    return value.length < BYTES_MAX ? Arrays.copyOf(value, value.length + 1) : PrefixEnd.of(value);
  }

  /** The greatest binary below: without its last zero byte, or else as long as it can be. */
  static byte @Nullable [] before(byte[] value) {
    int last = value.length - 1;
    if (value[last] == 0) {
      return last == 0 ? null : Arrays.copyOf(value, last);
    }
    byte[] before = Arrays.copyOf(value, BYTES_MAX);
    before[last]--;
    Arrays.fill(before, last + 1, BYTES_MAX, (byte) 0xFF);
    return before;
  }

  /** The least string above; at full length a last character that cannot grow in place goes. */
  static @Nullable String after(String value) {
    if (Utf8.length(value) < BYTES_MAX) {
      return value + '\0';
    }
    String after = PrefixEnd.of(value);
    while (after != null && Utf8.length(after) > BYTES_MAX) {
      after = PrefixEnd.of(after.substring(0, after.offsetByCodePoints(after.length(), -1)));
    }
    return after;
  }

  /** The greatest string below: without its last U+0000, or else as long as it can be. */
  static @Nullable String before(String value) {
    int last = value.codePointBefore(value.length());
    String head = value.substring(0, value.length() - Character.charCount(last));
    if (last == 0) {
      return head.isEmpty() ? null : head;
    }
    StringBuilder before = new StringBuilder(head).appendCodePoint(codePointBefore(last));
    int room = BYTES_MAX - Utf8.length(before.toString());
    while (room > 0) {
      int greatest = greatestOf(room);
      before.appendCodePoint(greatest);
      room -= Utf8.length(Character.toString(greatest));
    }
    return before.toString();
  }

  /** Code points from U+D800 to U+DFFF are no characters: U+D7FF precedes U+E000. */
  private static int codePointBefore(int codePoint) {
    int before = codePoint - 1;
    return before == Character.MAX_SURROGATE ? Character.MIN_SURROGATE - 1 : before;
  }

  /** The greatest character of at most this many bytes. */
  private static int greatestOf(int bytes) {
    return switch (bytes) {
      case 1 -> 0x7F;
      case 2 -> 0x7FF;
      case 3 -> 0xFFFF;
      default -> Character.MAX_CODE_POINT;
    };
  }

  static @Nullable BigDecimal after(BigDecimal value) {
    if (value.compareTo(NUMBER_MAX) == 0) {
      return null;
    }
    if (value.signum() == 0) {
      return MAGNITUDE_MIN;
    }
    if (value.signum() > 0) {
      return value.add(lastDigitOf(value));
    }
    BigDecimal magnitude = value.negate();
    if (magnitude.compareTo(MAGNITUDE_MIN) == 0) {
      return BigDecimal.ZERO;
    }
    BigDecimal step = lastDigitOf(magnitude);
    boolean powerOfTen =
        magnitude.stripTrailingZeros().unscaledValue().equals(BigDecimal.ONE.unscaledValue());
    return value.add(powerOfTen ? step.movePointLeft(1) : step);
  }

  static @Nullable BigDecimal before(BigDecimal value) {
    BigDecimal mirrored = after(value.negate());
    return mirrored == null ? null : mirrored.negate();
  }

  /** One at the place of the last digit that a number of this magnitude can have. */
  private static BigDecimal lastDigitOf(BigDecimal magnitude) {
    int leadingExponent = magnitude.precision() - magnitude.scale() - 1;
    return BigDecimal.ONE.scaleByPowerOfTen(leadingExponent - CanonicalNumber.DIGITS_MAX + 1);
  }
}
