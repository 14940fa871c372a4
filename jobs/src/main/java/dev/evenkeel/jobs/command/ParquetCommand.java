package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.jobs.work.ParquetJob;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Copies archives to Parquet. */
@Command(
    name = "parquet",
    description = {
      "Copies verified archives to Apache Parquet, for analysis: the columns that the series has"
          + " under 'parquet', and each whole item as DynamoDB JSON. Reads the archive and not the"
          + " table, reads back what it wrote, and names a copy only when it is whole. A copy that"
          + " is there is not made again. The archive stays the record.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel tables parquet --dry-run",
      "  evenkeel tables parquet",
      "  evenkeel tables parquet clicks_2026-11-20",
      "  evenkeel tables parquet --ddl"
    })
final class ParquetCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "TABLE",
      description = "the period table whose archive is copied; all archives by default")
  private @Nullable String tableName;

  @Option(names = "--dry-run", description = "only tell what it would cost")
  private boolean dry;

  @Option(
      names = "--ddl",
      description = "only print the statements that make one table of all copies in Amazon Athena")
  private boolean ddl;

  @Override
  public Integer call() {
    if (ddl) {
      if (dry || tableName != null) {
        throw new JobException("--ddl is of all copies. Leave TABLE and --dry-run out.");
      }
      return printText(series.copying(environment(), ParquetJob::ddl));
    }
    return print(
        dry
            ? series.copying(
                environment(), job -> job.costs(tableName, prices.of(job.region(), job.prices())))
            : series.copying(environment(), job -> job.run(tableName)));
  }
}
