package dev.evenkeel.jobs.command;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command that runs in the environment of the whole command line. */
abstract class JobCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  final CommandSpec commandSpec() {
    return requireNonNull(spec, "not called through a command line");
  }

  final Environment environment() {
    return ((EvenkeelCommand) commandSpec().root().userObject()).environment();
  }

  /** Prints a text, and gives the exit code. */
  final int printText(String text) {
    environment().terminal().print(text);
    return 0;
  }
}
