package dev.evenkeel.jobs.config;

import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.List;

/** Reads what the copies of a series in Parquet hold. */
final class ParquetReader {
  private ParquetReader() {}

  /** Reports what the spec refuses, also beside the key of the series, at its position. */
  static ParquetSpec read(Section parquet, TimeSeriesSpec series) {
    List<ParquetColumn> columns =
        parquet.children("columns").stream().map(ParquetReader::column).toList();
    return parquet.build(
        () -> {
          if (series.archive() == null) {
            throw new IllegalArgumentException(
                "copies in Parquet are made of archives, and '%s' has none. Add an 'archive' beside 'parquet'"
                    .formatted(series.tableName()));
          }
          ParquetSpec spec =
              new ParquetSpec(
                  columns, parquet.numberOr("fileBytes", ParquetSpec.FILE_BYTES_DEFAULT));
          List<ParquetColumn> unused = spec.columns(series.key());
          return spec;
        });
  }

  private static ParquetColumn column(Section column) {
    String name = column.text("name");
    ColumnType type = column.at("type", () -> ColumnType.parse(column.text("type")));
    return column.build(
        () -> new ParquetColumn(name, column.has("path") ? column.text("path") : name, type));
  }
}
