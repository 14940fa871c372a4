package dev.evenkeel.jobs.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Lists the archives that can be restored. */
@Command(
    name = "archives",
    description = {"Lists the verified archives, also of tables that are gone.", ""},
    footer = {"", "Example:", "  evenkeel tables archives --output json"})
final class ArchivesCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final SeriesOptions series = new SeriesOptions();
  @Mixin private final OutputOption output = new OutputOption();

  ArchivesCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    output.print(environment.terminal(), series.with(environment, job -> job.archives().list()));
    return 0;
  }
}
