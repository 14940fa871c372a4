package dev.evenkeel.parquet.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParquetSpecTest {
  private static final KeySchema KEY =
      KeySchema.of(KeyAttribute.ofString("Page#Id"), KeyAttribute.ofNumber("at"));

  @Test
  void columns_always_beginWithTheKey() {
    assertThat(ParquetSpec.of(ParquetColumn.of("hits", ColumnType.LONG)).columns(KEY))
        .extracting(column -> column.name() + " " + column.type().text())
        .containsExactly("page_id string", "at number", "hits long");
  }

  @Test
  void columns_withADeclaredKey_haveItOnce() {
    ParquetSpec spec =
        ParquetSpec.of(new ParquetColumn("time", "at", ColumnType.parse("timestamp(epochMillis)")));

    assertThat(spec.columns(KEY))
        .extracting(ParquetColumn::name)
        .containsExactly("page_id", "time");
  }

  @Test
  void columns_withTheNameOfAKey_areRefused() {
    ParquetSpec spec = ParquetSpec.of(new ParquetColumn("at", "other", ColumnType.STRING));

    assertThatThrownBy(() -> spec.columns(KEY))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'at'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"item", "period"})
  void spec_withATakenName_isRefused(String name) {
    assertThatThrownBy(() -> ParquetSpec.of(ParquetColumn.of(name, ColumnType.STRING)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'%s'".formatted(name));
  }

  @Test
  void spec_withOneNameTwice_isRefused() {
    ParquetColumn column = ParquetColumn.of("a", ColumnType.STRING);

    assertThatThrownBy(() -> ParquetSpec.of(column, column)).hasMessageContaining("'a'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".a", "a.", "a..b", "[0]", "a[x]", "a[1", "a b].c", "`", "``"})
  void path_thatIsNone_isRefused(String path) {
    assertThatThrownBy(() -> new ParquetColumn("a", path, ColumnType.STRING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("path");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "1a", "a-b", "a.b"})
  void name_thatIsNone_isRefused(String name) {
    assertThatThrownBy(() -> new ParquetColumn(name, "a", ColumnType.STRING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "string",
        "number",
        "decimal(38,9)",
        "double",
        "long",
        "boolean",
        "binary",
        "timestamp",
        "timestamp(epochSeconds)",
        "timestamp(epochMillis)",
        "json"
      })
  void type_ofAText_hasThatText(String text) {
    assertThat(ColumnType.parse(text).text()).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"int", "decimal", "decimal(39,0)", "decimal(0,0)", "decimal(5,6)", "Long"})
  void type_thatIsNone_isRefused(String text) {
    assertThatThrownBy(() -> ColumnType.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void fileBytes_outOfRange_areRefused() {
    assertThatThrownBy(() -> ParquetSpec.of().inFilesOf(1)).hasMessageContaining("fileBytes");
  }
}
