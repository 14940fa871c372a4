package dev.evenkeel.jobs.command;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Completion for shells. */
@Command(
    name = "completion",
    description = {"Prints a script that completes commands and options, for bash and zsh.", ""},
    footer = {"", "Example:", "  source <(evenkeel completion)"})
final class CompletionCommand implements Callable<Integer> {
  private final Environment environment;

  @Spec private @Nullable CommandSpec spec;

  CompletionCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (spec == null) {
      throw new IllegalStateException("not called through a command line");
    }
    CommandSpec root = spec.root();
    environment.terminal().print(AutoComplete.bash(root.name(), root.commandLine()));
    return 0;
  }
}
