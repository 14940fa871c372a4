package dev.evenkeel.jobs.command;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** What was typed of the options that several commands have in common. */
final class GivenOptions {
  private GivenOptions() {}

  /**
   * The options and their values as they were typed, in that order. Defaults are not among them,
   * nor is what the environment says.
   *
   * @param common those in question, mixed into the command that runs
   */
  static List<String> of(CommandSpec common) {
    CommandSpec command = common.options().get(0).command();
    return command.commandLine().getParseResult().matchedOptions().stream()
        .filter(option -> common.findOption(option.longestName()) != null)
        .flatMap(GivenOptions::words)
        .toList();
  }

  private static Stream<String> words(OptionSpec option) {
    return option.arity().max() == 0
        ? Stream.of(option.longestName())
        : option.originalStringValues().stream()
            .map(DashedValue::typed)
            .flatMap(
                value ->
                    value.startsWith("-")
                        ? Stream.of(option.longestName() + "=" + value)
                        : Stream.of(option.longestName(), value));
  }
}
