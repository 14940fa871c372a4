package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What is done with the tables of time series. */
@Command(
    name = "tables",
    description = {
      "Builds, cools down, archives and deletes the period tables of time series.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND")
final class TablesCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  static CommandLine line(Surroundings surroundings) {
    return new CommandLine(new TablesCommand())
        .addSubcommand(new PlanCommand(surroundings))
        .addSubcommand(new ApplyCommand(surroundings))
        .addSubcommand(new StatusCommand(surroundings))
        .addSubcommand(new WatchCommand(surroundings))
        .addSubcommand(new ArchiveCommand(surroundings))
        .addSubcommand(new ArchiveAnewCommand(surroundings))
        .addSubcommand(new ArchivesCommand(surroundings))
        .addSubcommand(new RestoreCommand(surroundings))
        .addSubcommand(CatalogueCommand.line(surroundings))
        .addSubcommand(new AdoptCommand(surroundings))
        .addSubcommand(new TrustClockCommand(surroundings));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(), "Say which command");
  }
}
