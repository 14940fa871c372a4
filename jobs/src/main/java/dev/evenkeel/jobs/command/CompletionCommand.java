package dev.evenkeel.jobs.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** Completion for shells. */
@Command(
    name = "completion",
    description = {"Prints a script that completes commands and options, for bash and zsh.", ""},
    footer = {"", "Example:", "  source <(evenkeel completion)"})
final class CompletionCommand extends JobCommand {
  @Override
  public Integer call() {
    CommandSpec root = commandSpec().root();
    return printText(AutoComplete.bash(root.name(), root.commandLine()));
  }
}
