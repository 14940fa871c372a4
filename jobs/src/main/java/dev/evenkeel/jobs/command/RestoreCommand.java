package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.config.Durations;
import dev.evenkeel.jobs.work.JobException;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import software.amazon.awssdk.services.s3.model.Tier;

/** Restores a table from its archive. */
@Command(
    name = "restore",
    description = {
      "Brings the archive of a period table back as another table. Every byte is compared with what"
          + " was archived before that table is made. Ends with 1 if it is not done when the budget"
          + " is spent, or S3 has to restore files first: repeat the command to continue.",
      ""
    },
    footer = {
      "",
      "Examples:",
      "  evenkeel tables restore clicks_2026-11-21 --dry-run",
      "  evenkeel tables restore clicks_2026-11-21",
      "  evenkeel tables restore clicks_2026-11-21 --to clicks-audit --write-units 500",
      "  evenkeel tables restore clicks_2026-11-21 --job audit"
    })
final class RestoreCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Option(names = "--dry-run", description = "only tell what it would cost")
  private boolean dry;

  @Parameters(index = "0", paramLabel = "TABLE", description = "the period table that was archived")
  private String tableName = "";

  @Option(
      names = "--to",
      paramLabel = "TABLE",
      description = {
        "the table to be made; <TABLE>-restored by default. Another name needs rights of its own:"
            + " 'evenkeel iam' gives those of <TABLE>-restored"
      })
  private @Nullable String target;

  @Option(
      names = "--write-units",
      paramLabel = "UNITS",
      description =
          "write units a second to spend; all that the table has by default, and on demand no"
              + " limit")
  private @Nullable Double writeUnits;

  @Option(
      names = "--retrieval-tier",
      paramLabel = "TIER",
      description =
          "retrieval tier for files of a Glacier class: ${COMPLETION-CANDIDATES}; STANDARD by"
              + " default")
  private RetrievalTier tier = RetrievalTier.STANDARD;

  @Option(
      names = "--restored-for",
      paramLabel = "LENGTH",
      description = "how long S3 keeps the restored copies of files, such as 7d")
  private String restoredFor = "7d";

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = {
        "leave files, writes and the last scan to workers, 'evenkeel work --job NAME': this begins"
            + " each of these, waits within the budget, makes the table and ends the restore. The"
            + " command without it takes the restore from them"
      })
  private @Nullable String job;

  /** Retrieval tiers of S3. */
  enum RetrievalTier {
    BULK,
    STANDARD,
    EXPEDITED
  }

  @Override
  public Integer call() {
    RestoreOrder order = order();
    if (dry) {
      return print(series.with(environment(), job -> series.priced(prices, job).restore(order)));
    }
    return print(
        series.watched(
            "restore",
            environment(),
            environment().clients(),
            environment().clock(),
            false,
            job -> job.archives().restore(order)));
  }

  private RestoreOrder order() {
    if (job != null && WorkCommand.isPart(job)) {
      throw new JobException("--job names a job of workers on archives: no pass of a move.");
    }
    RestoreOrder order =
        RestoreOrder.of(tableName)
            .retrieving(Tier.valueOf(tier.name()), Durations.parse(restoredFor));
    order = target == null ? order : order.to(target);
    order = job == null ? order : order.sharing(job);
    return writeUnits == null ? order : order.at(writeUnits);
  }
}
