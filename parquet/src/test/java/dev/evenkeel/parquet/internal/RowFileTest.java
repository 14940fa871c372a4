package dev.evenkeel.parquet.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class RowFileTest {
  private static final RowSchema SCHEMA =
      RowSchema.of(
          List.of(
              ParquetColumn.of("n", ColumnType.parse("decimal(38,0)")),
              ParquetColumn.of("s", ColumnType.STRING)));

  private static byte[] file(List<String> items) {
    RowWriter writer = new RowWriter(SCHEMA);
    for (int i = 0; i < items.size(); i++) {
      writer.add(cells(i), items.get(i));
    }
    return writer.finish();
  }

  private static List<Cell> cells(int i) {
    return SCHEMA.cells(
        i % 3 == 0
            ? Map.of()
            : Map.of("n", AttributeValue.fromN("-" + i), "s", AttributeValue.fromS("s" + i % 5)));
  }

  private static List<String> read(byte[] file) {
    List<String> items = new ArrayList<>();
    RowReader.read(
        "s3://b/f",
        file,
        SCHEMA,
        row -> {
          List<Cell> cells = cells(items.size());
          for (int i = 0; i < cells.size(); i++) {
            assertThat(RowReader.has(row, i, cells.get(i))).isTrue();
          }
          items.add(RowReader.item(row, SCHEMA));
        });
    return items;
  }

  @Test
  void file_ofManyRows_isReadAsWritten() {
    List<String> items = IntStream.range(0, 5_000).mapToObj(i -> "{\"n\":" + i + "}").toList();

    assertThat(read(file(items))).isEqualTo(items);
    assertThat(file(items)).isEqualTo(file(items));
  }

  @Test
  void file_ofLargeItems_isReadAsWritten() {
    List<String> items =
        IntStream.range(0, 30)
            .mapToObj(i -> String.valueOf((char) ('a' + i % 26)).repeat(400_000))
            .toList();

    assertThat(read(file(items))).isEqualTo(items);
  }

  @Test
  void file_withoutRows_isReadAsWritten() {
    assertThat(read(file(List.of()))).isEmpty();
  }

  @Test
  void read_ofSomethingElse_isRefused() {
    byte[] cutOff = new byte[20];
    RowSchema other = RowSchema.of(List.of(ParquetColumn.of("n", ColumnType.LONG)));

    assertThatThrownBy(() -> read(cutOff)).isInstanceOf(DecoratorException.class);
    assertThatThrownBy(() -> RowReader.read("s3://b/f", file(List.of()), other, row -> {}))
        .isInstanceOf(DecoratorException.class);
  }
}
