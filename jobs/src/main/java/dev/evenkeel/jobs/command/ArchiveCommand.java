package dev.evenkeel.jobs.command;

import dev.evenkeel.jobs.report.Json;
import dev.evenkeel.jobs.report.SentenceReport;
import dev.evenkeel.jobs.work.JobException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Archives the tables that are due; runs no other action. */
@Command(
    name = "archive",
    description = {
      "Archives the tables that are due in S3 and verifies that, until the budget is spent; the"
          + " next run goes on. apply does that too; this does nothing else, but it creates the"
          + " control table if that is missing. Nothing is deleted.",
      "",
      "With --restart it forgets the archive of one table that is under way or could not be"
          + " verified: the next run begins a new one. A verified archive is forgotten only if it"
          + " is damaged, or older than the last writes that the configuration allows by now, and"
          + " its table is still there. What was written stays in S3.",
      ""
    },
    footer = {
      "",
      "Example:",
      "  evenkeel tables archive --dry-run",
      "  evenkeel tables archive --config evenkeel.yaml",
      "  evenkeel tables archive --job nightly",
      "  evenkeel tables archive --restart clicks_2026-11-20"
    })
final class ArchiveCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final PriceOptions prices = new PriceOptions();

  @Option(names = "--dry-run", description = "only tell what is due, and what it costs")
  private boolean dry;

  @Option(
      names = "--restart",
      paramLabel = "TABLE",
      description = "only forget this table's archive, so that the next run begins a new one")
  private @Nullable String restarted;

  @Option(
      names = "--job",
      paramLabel = "NAME",
      description = {
        "leave the scans of archives that begin to workers, 'evenkeel work --job NAME': this begins"
            + " and ends them, and waits within the budget. The next run goes on"
      })
  private @Nullable String job;

  @Override
  public Integer call() {
    if (job != null && (restarted != null || WorkCommand.isPart(job))) {
      throw new JobException(
          "--job names a job of workers on archives: no pass of a move, and not with --restart.");
    }
    if (dry) {
      if (restarted != null || job != null) {
        throw new JobException("--dry-run tells what is due. Leave --restart and --job out.");
      }
      return print(series.with(environment(), run -> series.priced(prices, run).archive()));
    }
    if (restarted != null) {
      String table = restarted;
      String next = series.with(environment(), job -> job.archives().restart(table));
      return print(
          new SentenceReport(
              Json.document("tables archive").put("restarted", table).put("detail", next),
              next + "\n"));
    }
    return print(
        series.watched(
            "archive",
            environment(),
            environment().clients(),
            environment().clock(),
            false,
            run -> run.sharing(job).archives().run()));
  }
}
