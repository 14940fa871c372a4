package dev.evenkeel.core.internal.value;

import dev.evenkeel.core.InvalidNumberException;
import java.math.BigDecimal;

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
   * The canonical text of the number.
   *
   * @throws InvalidNumberException if DynamoDB would refuse the number
   */
  public static String of(String text) {
    return parse(text).toPlainString();
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
