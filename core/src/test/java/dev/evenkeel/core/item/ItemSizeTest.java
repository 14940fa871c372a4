package dev.evenkeel.core.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.core.InvalidNumberException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class ItemSizeTest {
  private static final AttributeValue A = AttributeValue.fromS("a");

  @Test
  void bytes_item_addsNamesAndValues() {
    assertThat(ItemSize.bytes(Map.of("pk", A, "\u20AC", AttributeValue.fromS("\uD83D\uDE00"))))
        .isEqualTo(2 + 1 + 3 + 4);
    assertThat(ItemSize.bytes(Map.of())).isZero();
  }

  @Test
  void valueBytes_scalars_areTheirOwnBytes() {
    assertThat(ItemSize.valueBytes(AttributeValue.fromS(""))).isZero();
    assertThat(ItemSize.valueBytes(AttributeValue.fromB(blob(5)))).isEqualTo(5);
    assertThat(ItemSize.valueBytes(AttributeValue.fromBool(false))).isEqualTo(1);
    assertThat(ItemSize.valueBytes(AttributeValue.fromNul(true))).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "-0.0, 1",
    "1, 2",
    "-1, 3",
    "99, 2",
    "100, 2",
    "110, 3",
    "123, 3",
    "1000, 2",
    "1230, 3",
    "12345, 4",
    "0.1, 2",
    "0.12, 2",
    "0.012, 3",
    "0.0012, 2",
    "1.2, 3",
    "12.34, 3",
    "123.4, 4",
    "1E125, 2",
    "1E-130, 2",
    "12E10, 2",
    "12E11, 3",
    "-9.9E125, 3"
  })
  void numberBytes_anyNumber_countsPairsOfDigitsFromThePoint(String number, int bytes) {
    assertThat(ItemSize.valueBytes(AttributeValue.fromN(number))).isEqualTo(bytes);
  }

  // Measured on the real service in eu-west-2 by the public suite nubo-db/dynamodb-conformance,
  // each
  // by one item accepted at 409,600 bytes and one refused a byte above.
  @ParameterizedTest
  @CsvSource({
    "0, 1",
    "1, 2",
    "12, 2",
    "123, 3",
    "1234, 3",
    "12345678901234567890123456789012345678, 20",
    "0042, 2",
    "100, 2",
    "1010, 3",
    "0.0000001, 2",
    "1E125, 2",
    "1E-100, 2",
    "1.5, 3",
    "15, 2",
    "1.2, 3",
    "1.200, 3",
    "1.234, 4",
    "3.14159, 5",
    "123456, 4",
    "100.5, 4",
    "0.15, 2",
    "-42, 3",
    "-0, 1"
  })
  void numberBytes_measuredOnTheRealService_agree(String number, int bytes) {
    assertThat(ItemSize.numberBytes(number)).isEqualTo(bytes);
  }

  @Test
  void numberBytes_38Digits_neverExceeds21() {
    String digits = "12345678901234567890123456789012345678";
    assertThat(ItemSize.numberBytes(digits)).isEqualTo(20);
    assertThat(ItemSize.numberBytes("-" + digits)).isEqualTo(21);
    assertThat(ItemSize.numberBytes(digits + "E1")).isEqualTo(21);
    assertThat(ItemSize.numberBytes("-" + digits + "E1")).isEqualTo(21);
  }

  @Test
  void valueBytes_documents_add3And1ForEachElement() {
    assertThat(ItemSize.valueBytes(AttributeValue.fromL(List.of(A, A)))).isEqualTo(3 + 2 * (1 + 1));
    AttributeValue map = AttributeValue.fromM(Map.of("q", A, "rr", A));
    assertThat(ItemSize.valueBytes(map)).isEqualTo(3 + (1 + 1 + 1) + (1 + 2 + 1));
    assertThat(ItemSize.valueBytes(AttributeValue.fromL(List.of(map))))
        .isEqualTo(3 + 1 + ItemSize.valueBytes(map));
  }

  @Test
  void valueBytes_sets_addTheirElementsOnly() {
    assertThat(ItemSize.valueBytes(AttributeValue.fromSs(List.of("a", "\u00E9")))).isEqualTo(3);
    assertThat(ItemSize.valueBytes(AttributeValue.fromNs(List.of("1", "-22", "0")))).isEqualTo(6);
    assertThat(ItemSize.valueBytes(AttributeValue.fromBs(List.of(blob(1), blob(2))))).isEqualTo(3);
  }

  @Test
  void valueBytes_32LevelsDeep_countsEachLevel() {
    AttributeValue nested = A;
    for (int level = 0; level < 32; level++) {
      nested = AttributeValue.fromL(List.of(nested));
    }
    assertThat(ItemSize.valueBytes(nested)).isEqualTo(32 * (3 + 1) + 1);
  }

  @Test
  void valueBytes_noTypeOrTwo_isRefused() {
    assertThatThrownBy(() -> ItemSize.valueBytes(AttributeValue.builder().build()))
        .isInstanceOf(DecoratorException.class)
        .hasMessageStartingWith("An attribute value has no type");
    AttributeValue two = AttributeValue.builder().s("a").n("1").build();
    assertThatThrownBy(() -> ItemSize.valueBytes(two)).isInstanceOf(DecoratorException.class);
  }

  @Test
  void valueBytes_invalidNumberInASet_isRefused() {
    assertThatThrownBy(() -> ItemSize.valueBytes(AttributeValue.fromNs(List.of("1", "one"))))
        .isInstanceOf(InvalidNumberException.class);
  }

  private static SdkBytes blob(int bytes) {
    return SdkBytes.fromByteArray(new byte[bytes]);
  }
}
