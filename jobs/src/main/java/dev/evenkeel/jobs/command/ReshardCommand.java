package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands that move items to another number of shards. */
@Command(
    name = "reshard",
    description = {
      "Moves the items that are there to another number of shards, while clients read and write:"
          + " plan, start, run, verify, finish.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND")
final class ReshardCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  static CommandLine line(Environment environment) {
    return new CommandLine(new ReshardCommand())
        .addSubcommand(new PlanReshardCommand(environment))
        .addSubcommand(new StartReshardCommand(environment))
        .addSubcommand(new RunReshardCommand(environment))
        .addSubcommand(new StatusReshardCommand(environment))
        .addSubcommand(new VerifyReshardCommand(environment))
        .addSubcommand(new FinishReshardCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(), "Name a command");
  }
}
