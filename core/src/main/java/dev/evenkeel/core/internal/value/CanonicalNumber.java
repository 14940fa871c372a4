package dev.evenkeel.core.internal.value;

import dev.evenkeel.core.InvalidNumberException;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The one text of a number. DynamoDB compares numbers by value and returns all texts of a value in
 * one form: {@code 1}, {@code 1.0}, {@code 1E0}, {@code 01} and {@code +1} are all {@code 1}.
 *
 * <p>The form: plain decimal digits without an exponent; no zeros before the first or after the
 * last significant digit, but one zero before a decimal point; a sign only if negative; zero is
 * {@code 0}; at most 170 characters. It is what DynamoDB Local returns for an attribute with that
 * number, and for the numbers in a set (inside lists and maps it returns numbers as they were
 * sent). Read is what Java's {@code BigDecimal} reads, digits of other scripts included, as there.
 *
 * <p>Limits (AWS, "Supported data types and naming rules"): 38 significant digits; magnitudes from
 * 1E-130 to 9.9999999999999999999999999999999999999E+125, and zero.
 */
public final class CanonicalNumber {
  /** The maximum number of significant digits. */
  public static final int DIGITS_MAX = 38;

  private static final int LEADING_EXPONENT_MIN = -130;
  private static final int LEADING_EXPONENT_MAX = 125;

  private CanonicalNumber() {}

  /**
   * The canonical text of the number. Most texts are canonical, which is checked without making a
   * number of them.
   *
   * @throws InvalidNumberException if DynamoDB would refuse the number
   */
  public static String of(String text) {
    return isPlain(text) ? text : parse(text).toPlainString();
  }

  /** The canonical text of the number; null if DynamoDB would refuse it. */
  public static @Nullable String orNull(String text) {
    try {
      return of(text);
    } catch (InvalidNumberException e) {
      return null;
    }
  }

  /**
   * The value with its number in the one form in which equal numbers are equal; the value itself if
   * that is its form, or if it is no number; null if DynamoDB would refuse the number.
   */
  public static @Nullable AttributeValue orNull(AttributeValue value) {
    if (value.n() == null) {
      return value;
    }
    String text = orNull(value.n());
    if (text == null) {
      return null;
    }
    return text.equals(value.n()) ? value : AttributeValue.fromN(text);
  }

  /** As {@link #orNull(AttributeValue)}, but the value itself if DynamoDB would refuse it. */
  public static AttributeValue orSame(AttributeValue value) {
    AttributeValue canonical = orNull(value);
    return canonical == null ? value : canonical;
  }

  /** Digits with an optional sign and point, and no zero that could be left out. */
  private static boolean isPlain(String text) {
    int length = text.length();
    int first = length > 0 && text.charAt(0) == '-' ? 1 : 0;
    if (length == first || length > DIGITS_MAX) {
      return false;
    }
    int point = -1;
    for (int i = first; i < length; i++) {
      char c = text.charAt(i);
      if (c == '.' && point < 0) {
        point = i;
      } else if (c < '0' || c > '9') {
        return false;
      }
    }
    return hasPlainWhole(text, first, point < 0 ? length : point)
        && (point < 0 ? !text.equals("-0") : text.charAt(length - 1) > '0');
  }

  private static boolean hasPlainWhole(String text, int first, int end) {
    return end == first + 1 || (end > first && text.charAt(first) != '0');
  }

  /** The number without trailing zeros: equal numbers give equal results, scale included. */
  public static BigDecimal parse(String text) {
    BigDecimal number = read(text);
    if (number.signum() == 0) {
      return BigDecimal.ZERO;
    }
    requireInRange((long) number.precision() - number.scale() - 1);
    BigDecimal stripped = number.stripTrailingZeros();
    if (stripped.precision() > DIGITS_MAX) {
      throw new InvalidNumberException(
          ("A number has %d significant digits but DynamoDB stores at most %d. Round it, or store"
                  + " it as text.")
              .formatted(stripped.precision(), DIGITS_MAX));
    }
    return stripped;
  }

  private static BigDecimal read(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw new InvalidNumberException(
          "An attribute value of type N is not a decimal number. Send digits, with an optional"
              + " sign, point and exponent.");
    }
  }

  private static void requireInRange(long leadingExponent) {
    if (leadingExponent > LEADING_EXPONENT_MAX || leadingExponent < LEADING_EXPONENT_MIN) {
      throw new InvalidNumberException(
          ("A number has its first digit at 1E%d but DynamoDB stores magnitudes from 1E%d to below"
                  + " 1E%d. Scale it, or store it as text.")
              .formatted(leadingExponent, LEADING_EXPONENT_MIN, LEADING_EXPONENT_MAX + 1));
    }
  }
}
