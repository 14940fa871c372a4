package dev.evenkeel.examples.pages;

import dev.evenkeel.parquet.ParquetCopy;
import dev.evenkeel.parquet.spec.ParquetColumn;
import dev.evenkeel.parquet.spec.ParquetColumn.ColumnType;
import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** The code of {@code docs/parquet.md}. */
final class ParquetPage {
  private ParquetPage() {}

  static ParquetReport copy(TimeSeriesSpec spec, DynamoDbClient dynamoDb, S3Client s3) {
    // [docs:copy]
    ParquetSpec columns =
        ParquetSpec.of(
            new ParquetColumn("clicked", "at", ColumnType.TIMESTAMP_ISO),
            ParquetColumn.of("amount", ColumnType.decimal(38, 9)),
            new ParquetColumn("device", "meta.device", ColumnType.STRING));
    ParquetCopy copies = ParquetCopy.of(spec, columns, "evenkeel-control", dynamoDb, s3);
    ParquetReport report = copies.run("clicks_2026-11-20");
    System.out.println(copies.athenaDdl());
    // [docs]
    return report;
  }
}
