package dev.evenkeel.jobs.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the archives that can be restored. */
@Command(
    name = "archives",
    description = {"Lists the verified archives, also of tables that are gone.", ""},
    footer = {"", "Example:", "  evenkeel tables archives --output json"})
final class ArchivesCommand extends ReportCommand {
  @Mixin private final SeriesOptions series = new SeriesOptions();

  @Override
  public Integer call() {
    return print(series.with(environment(), job -> job.archives().list()));
  }
}
