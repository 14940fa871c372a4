package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.InvalidNumberException;
import dev.evenkeel.core.internal.value.CanonicalNumber;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanonicalNumberTest {
  @ParameterizedTest
  @ValueSource(strings = {"1", "1.0", "1E0", "01", "+1", "1.", "10E-1", "0.1e+1"})
  void of_everyTextOfOne_isOne(String text) {
    assertThat(CanonicalNumber.of(text)).isEqualTo("1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-0", "-0.0", "0E5", "0E2147483647", "0E-2147483647", ".0"})
  void of_everyTextOfZero_isZero(String text) {
    assertThat(CanonicalNumber.of(text)).isEqualTo("0");
  }

  @ParameterizedTest
  @CsvSource({"1E3, 1000", "-1.50, -1.5", ".5, 0.5", "12E-3, 0.012", "-120E1, -1200"})
  void of_otherNumbers_isPlainWithoutTrailingZeros(String text, String canonical) {
    assertThat(CanonicalNumber.of(text)).isEqualTo(canonical);
  }

  @Test
  void of_theExtremes_areKept() {
    assertThat(CanonicalNumber.of("9.9999999999999999999999999999999999999E+125"))
        .isEqualTo("9".repeat(38) + "0".repeat(88));
    assertThat(CanonicalNumber.of("-1.2345678901234567890123456789012345678E-130")).hasSize(170);
    assertThat(CanonicalNumber.of("-1E-130")).isEqualTo("-0." + "0".repeat(129) + "1");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " 1", "1 ", "NaN", "Infinity", "0x1", "1_0", "1d", "1,0", "1E", "-", "."})
  void of_textThatIsNoNumber_isRefusedWithoutRepeatingIt(String text) {
    assertThatThrownBy(() -> CanonicalNumber.of(text))
        .isInstanceOf(InvalidNumberException.class)
        .hasMessage(
            "An attribute value of type N is not a decimal number. Send digits, with an optional"
                + " sign, point and exponent.");
  }

  @Test
  void of_39SignificantDigits_isRefused() {
    assertThatThrownBy(() -> CanonicalNumber.of("1" + "0".repeat(37) + "1"))
        .isInstanceOf(InvalidNumberException.class)
        .hasMessage(
            "A number has 39 significant digits but DynamoDB stores at most 38. Round it, or store"
                + " it as text.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1E126", "-1E126", "1E-131", "100E2147483647", "1E2147483647", "1E-2147483647"})
  void of_magnitudeOutOfRange_isRefused(String text) {
    assertThatThrownBy(() -> CanonicalNumber.of(text))
        .isInstanceOf(InvalidNumberException.class)
        .hasMessageContaining("DynamoDB stores magnitudes from 1E-130 to below 1E126");
  }
}
