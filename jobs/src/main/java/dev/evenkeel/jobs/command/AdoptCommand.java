package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Takes over a table that was built by hand. */
@Command(
    name = "adopt",
    description = {
      "Takes over a table that was built by hand and has the name of a period: it is tagged and"
          + " noted in the ledger. From then on it is treated as if it had been built here, deletes"
          + " included.",
      ""
    },
    footer = {"", "Example:", "  evenkeel tables adopt clicks_2026-11-21"})
final class AdoptCommand extends JobCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Parameters(index = "0", paramLabel = "TABLE", description = "the name of the table")
  private String tableName = "";

  @Override
  public Integer call() {
    return series.with(
        environment(),
        job -> {
          job.adopt(tableName);
          return printText("Adopted " + tableName + ".\n");
        });
  }
}
