package dev.evenkeel.jobs.command;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that does nothing by itself: it needs a subcommand. */
abstract class CommandGroup implements Runnable {
  @Spec private @Nullable CommandSpec spec;

  @Override
  public final void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(), "Name a command");
  }
}
