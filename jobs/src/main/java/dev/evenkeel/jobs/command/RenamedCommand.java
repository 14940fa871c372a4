package dev.evenkeel.jobs.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Unmatched;

/** Refuses the former name of a command and names the current one. */
@Command(hidden = true)
final class RenamedCommand implements Runnable {
  private final String former;
  private final String name;

  @Spec private @Nullable CommandSpec spec;
  @Unmatched private final List<String> unusedArguments = new ArrayList<>();

  RenamedCommand(String former, String name) {
    this.former = former;
    this.name = name;
  }

  @Override
  public void run() {
    throw new ParameterException(
        spec == null ? new CommandLine(this) : spec.commandLine(),
        "'tables %s' is now called 'tables %s'".formatted(former, name));
  }
}
