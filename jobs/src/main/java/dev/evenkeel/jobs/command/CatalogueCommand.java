package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands on the catalogue of archives. */
@Command(
    name = "catalogue",
    description = {"Looks after the catalogue of archives.", ""},
    synopsisSubcommandLabel = "COMMAND")
final class CatalogueCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  static CommandLine line(Environment environment) {
    return new CommandLine(new CatalogueCommand()).addSubcommand(new RebuildCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(), "Name a command");
  }
}
