package dev.evenkeel.jobs.command;

import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Has an archive that could not be verified, or is damaged, begun again. */
@Command(
    name = "archive-anew",
    description = {
      "Forgets an archive that is under way or could not be verified: the next run begins a new"
          + " one. A verified archive is forgotten only if it is damaged, or older than the last"
          + " writes that the configuration allows by now, and its table is still there. What was"
          + " written stays in S3.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables archive-anew clicks_2026-11-20"})
final class ArchiveAnewCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Parameters(index = "0", paramLabel = "TABLE", description = "the name of the table")
  private String tableName = "";

  ArchiveAnewCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    return series.with(
        environment.clients(),
        environment.clock(),
        false,
        UnaryOperator.identity(),
        job -> {
          environment.terminal().out().print(job.archiveAnew(tableName) + "\n");
          environment.terminal().out().flush();
          return 0;
        });
  }
}
