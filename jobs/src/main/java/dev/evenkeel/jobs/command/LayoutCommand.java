package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands on the layouts of sharded tables. */
@Command(
    name = "layout",
    description = {
      "Shows and changes the layout of a sharded table whose clients look it up in a record.",
      ""
    },
    synopsisSubcommandLabel = "COMMAND")
final class LayoutCommand implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  static CommandLine line(Environment environment) {
    return new CommandLine(new LayoutCommand())
        .addSubcommand(new ShowLayoutCommand(environment))
        .addSubcommand(new LayoutClientsCommand(environment))
        .addSubcommand(new AddPieceCommand(environment))
        .addSubcommand(new RaiseLayoutCommand(environment))
        .addSubcommand(new ReadyLayoutCommand(environment))
        .addSubcommand(new SettleLayoutCommand(environment))
        .addSubcommand(new AbortLayoutCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(), "Name a command");
  }
}
