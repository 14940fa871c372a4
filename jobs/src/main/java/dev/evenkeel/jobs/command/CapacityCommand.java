package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The planners. */
@Command(
    name = "capacity",
    description = {"Plans periods, shards and paces, and shows the arithmetic. Sends nothing.", ""},
    synopsisSubcommandLabel = "COMMAND")
final class CapacityCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  static CommandLine line(Environment environment) {
    return new CommandLine(new CapacityCommand())
        .addSubcommand(new SeriesCapacityCommand(environment))
        .addSubcommand(new ShardCapacityCommand(environment))
        .addSubcommand(new LoadCapacityCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(), "Name a command");
  }
}
