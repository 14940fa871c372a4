package dev.evenkeel.jobs.report;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The command that comes next, as a line to be pasted into a shell. */
final class NextCommand {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./:@%+=,-]+");

  private NextCommand() {}

  /**
   * A line.
   *
   * @param command such as {@code reshard run}
   * @param words its options and their values, unquoted
   */
  static String line(String command, Stream<String> words) {
    List<String> quoted = words.map(NextCommand::quoted).toList();
    return Stream.concat(Stream.of("Next: evenkeel", command), quoted.stream())
        .collect(Collectors.joining(" ", "", "\n"));
  }

  private static String quoted(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
