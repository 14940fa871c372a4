package dev.evenkeel.parquet.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.parquet.internal.Cell.Fate;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class CellReaderTest {
  private static final String DIGITS_38 = "12345678901234567890123456789012345678";

  private static Cell read(String type, AttributeValue value) {
    return new CellReader(ParquetColumn.of("a", ColumnType.parse(type))).read(Map.of("a", value));
  }

  private static Cell number(String type, String text) {
    return read(type, AttributeValue.fromN(text));
  }

  @ParameterizedTest
  @CsvSource({
    "string, HELD",
    "number, MISFIT",
    "'decimal(38,0)', MISFIT",
    "double, MISFIT",
    "long, MISFIT",
    "boolean, MISFIT",
    "binary, MISFIT",
    "timestamp, MISFIT",
    "timestamp(epochSeconds), MISFIT",
    "json, HELD"
  })
  void read_ofAString_fitsItsTypesAlone(String type, Fate fate) {
    assertThat(read(type, AttributeValue.fromS("x")).fate()).isEqualTo(fate);
  }

  @Test
  void read_withoutValueOrWithNull_isAbsent() {
    CellReader reader = new CellReader(ParquetColumn.of("a", ColumnType.LONG));

    assertThat(reader.read(Map.of())).isEqualTo(Cell.ABSENT);
    assertThat(reader.read(Map.of("a", AttributeValue.fromNul(true)))).isEqualTo(Cell.ABSENT);
  }

  @Test
  void read_ofThirtyEightDigits_losesNone() {
    assertThat(number("number", DIGITS_38).value()).isEqualTo(DIGITS_38);
    assertThat(decimal("decimal(38,0)", DIGITS_38)).isEqualByComparingTo(DIGITS_38);
    assertThat(decimal("decimal(38,0)", "-" + DIGITS_38)).isEqualByComparingTo("-" + DIGITS_38);
    assertThat(decimal("decimal(38,19)", "-1234567890123456789.0123456789012345678"))
        .isEqualByComparingTo("-1234567890123456789.0123456789012345678");
    assertThat(number("double", DIGITS_38).fate()).isEqualTo(Fate.ROUNDED);
  }

  private static BigDecimal decimal(String type, String text) {
    byte[] bytes = (byte[]) number(type, text).value();
    return new BigDecimal(new BigInteger(bytes), ColumnType.parse(type).scale());
  }

  @ParameterizedTest
  @CsvSource({
    "'decimal(5,2)', 999.99, HELD",
    "'decimal(5,2)', 1000, MISFIT",
    "'decimal(5,2)', 0.005, MISFIT",
    "'decimal(5,2)', 0, HELD",
    "'decimal(5,2)', 1.500, HELD",
    "'decimal(5,2)', -999.99, HELD",
    "'decimal(38,2)', 1E+125, MISFIT",
    "'decimal(38,2)', 1E-130, MISFIT",
    "long, 9223372036854775807, HELD",
    "long, 9223372036854775808, MISFIT",
    "long, -9223372036854775808, HELD",
    "long, 1.5, MISFIT",
    "long, 2.0, HELD",
    "long, 1E3, HELD",
    "double, 0.1, HELD",
    "double, 0.12345678901234567890123, ROUNDED",
    "double, 1E+125, HELD",
    "timestamp(epochSeconds), 1773000000.25, HELD",
    "timestamp(epochMillis), 1773000000000, HELD",
    "timestamp(epochMillis), 1773000000000.0001, ROUNDED",
    "timestamp(epochMillis), 1E+30, MISFIT",
    "timestamp(epochSeconds), -62135596800, HELD",
    "'timestamp', 7, MISFIT"
  })
  void read_ofANumber_saysWhetherItFits(String type, String text, Fate fate) {
    assertThat(number(type, text).fate()).isEqualTo(fate);
  }

  @ParameterizedTest
  @CsvSource({
    "1970-01-01, 0, HELD", "1970-01-02T00:00Z, 86400000000, HELD",
    "1970-01-01T00:00:01.5Z, 1500000, HELD", "1970-01-01T00:00:01, 1000000, HELD",
    "1969-12-31T23:59:59.999999Z, -1, HELD", "1970-01-01T00:00:00.000001999Z, 1, ROUNDED",
    "1969-12-31T23:59:59.9999999Z, -1, ROUNDED", "0001-01-01T00:00:00Z, -62135596800000000, HELD",
    "9999-12-31T23:59:59Z, 253402300799000000, HELD", "1970-01-01T00:00:01+00:00, 1000000, HELD",
    "1970-01-01T02:00:00.5+02:00, 500000, HELD", "1969-12-31T18:30-05:30, 0, HELD"
  })
  void read_ofATime_isInMicroseconds(String text, long micros, Fate fate) {
    assertThat(read("timestamp", AttributeValue.fromS(text))).isEqualTo(new Cell(micros, fate));
  }

  @Test
  void read_ofEpochs_isInMicroseconds() {
    assertThat(number("timestamp(epochSeconds)", "1.5").value()).isEqualTo(1_500_000L);
    assertThat(number("timestamp(epochMillis)", "-1").value()).isEqualTo(-1_000L);
  }

  @Test
  void read_ofNestedValues_goesByThePath() {
    AttributeValue list =
        AttributeValue.fromL(
            List.of(
                AttributeValue.fromS("no"),
                AttributeValue.fromM(Map.of("b.c", AttributeValue.fromN("7")))));
    Map<String, AttributeValue> item = Map.of("a", AttributeValue.fromM(Map.of("list", list)));

    assertThat(at("a.list[1].`b.c`").read(item).value()).isEqualTo(7L);
    assertThat(at("a.list[2].b").read(item)).isEqualTo(Cell.ABSENT);
    assertThat(at("a[0]").read(item)).isEqualTo(Cell.ABSENT);
    assertThat(at("a.list").read(item)).isEqualTo(Cell.MISFIT);
  }

  private static CellReader at(String path) {
    return new CellReader(new ParquetColumn("x", path, ColumnType.LONG));
  }

  @Test
  void read_asJson_takesSetsMapsAndBinaries() {
    AttributeValue set = AttributeValue.fromBs(List.of(SdkBytes.fromUtf8String("a")));

    assertThat(read("json", set).value()).isEqualTo("{\"BS\":[\"YQ==\"]}");
    assertThat(read("json", AttributeValue.fromM(Map.of("k", set))).value())
        .isEqualTo("{\"M\":{\"k\":{\"BS\":[\"YQ==\"]}}}");
  }
}
