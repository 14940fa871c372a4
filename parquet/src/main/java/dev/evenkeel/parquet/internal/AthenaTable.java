package dev.evenkeel.parquet.internal;

import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.spec.Period;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.util.List;
import java.util.Locale;

/** The statement that makes one table of all copies of a series in Athena. */
public final class AthenaTable {
  private AthenaTable() {}

  /**
   * The statement. Partitions are projected from the first period on, so none has to be added.
   *
   * @param first the first period that was archived
   */
  public static String ddl(
      CopyStore store, String series, Period period, TimeSpan first, List<ParquetColumn> columns) {
    StringBuilder ddl = new StringBuilder();
    ddl.append("CREATE EXTERNAL TABLE IF NOT EXISTS `%s` (\n".formatted(name(series)));
    for (ParquetColumn column : columns) {
      ddl.append("  `%s` %s,\n".formatted(column.name(), column.type().athena()));
    }
    ddl.append("  `%s` string)\n".formatted(ParquetSpec.ITEM));
    return ddl.append(
            """
            PARTITIONED BY (`%s` string)
            ROW FORMAT SERDE 'org.apache.hadoop.hive.ql.io.parquet.serde.ParquetHiveSerDe'
            STORED AS
              INPUTFORMAT 'org.apache.hadoop.hive.ql.io.SymlinkTextInputFormat'
              OUTPUTFORMAT 'org.apache.hadoop.hive.ql.io.HiveIgnoreKeyTextOutputFormat'
            LOCATION '%s'
            TBLPROPERTIES (
              'projection.enabled' = 'true',
              'projection.%s.type' = 'date',
              'projection.%s.format' = '%s',
              'projection.%s.range' = '%s,NOW',
              'projection.%s.interval' = '%d',
              'projection.%s.interval.unit' = '%s');
            """
                .formatted(
                    ParquetSpec.PERIOD,
                    store
                        .folderUrl(CopyPlace.lists(series))
                        .replace("\\", "\\\\")
                        .replace("'", "\\'"),
                    ParquetSpec.PERIOD,
                    ParquetSpec.PERIOD,
                    CopyPlace.pattern(period),
                    ParquetSpec.PERIOD,
                    CopyPlace.partition(period, first),
                    ParquetSpec.PERIOD,
                    steps(period),
                    ParquetSpec.PERIOD,
                    unit(period)))
        .toString();
  }

  private static String name(String series) {
    return series.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9_]", "_");
  }

  private static int steps(Period period) {
    return switch (period) {
      case SIX_HOURS -> 6;
      case TWELVE_HOURS -> 12;
      case HOUR, DAY, WEEK, MONTH -> 1;
    };
  }

  private static String unit(Period period) {
    return switch (period) {
      case HOUR, SIX_HOURS, TWELVE_HOURS -> "HOURS";
      case DAY -> "DAYS";
      case WEEK -> "WEEKS";
      case MONTH -> "MONTHS";
    };
  }
}
