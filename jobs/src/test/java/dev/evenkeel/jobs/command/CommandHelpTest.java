package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The help of each command, and what helps who types one wrong. */
class CommandHelpTest {
  private final CommandRunner typed = CommandRunner.offline();

  static Stream<List<String>> commands() {
    List<List<String>> all = new ArrayList<>();
    collect(CommandRunner.offline().line(), List.of(), all);
    return all.stream();
  }

  private static void collect(CommandLine line, List<String> path, List<List<String>> all) {
    line.getSubcommands()
        .forEach(
            (name, below) -> {
              List<String> here = new ArrayList<>(path);
              here.add(name);
              all.add(here);
              collect(below, here, all);
            });
  }

  @ParameterizedTest
  @MethodSource("commands")
  void help_ofEachCommand_hasAnExampleThatParses(List<String> command) {
    List<String> arguments = new ArrayList<>(command);
    arguments.add("--help");
    Result help = typed.run(arguments.toArray(String[]::new));

    assertThat(help.code()).isZero();
    assertThat(help.out()).contains("Exit codes:", "--verbose");
    boolean isGroup = help.out().contains("Commands:");
    assertThat(help.out().contains("Example")).isEqualTo(!isGroup);
    help.out()
        .lines()
        .filter(line -> line.startsWith("  evenkeel "))
        .forEach(
            example ->
                assertThat(example.strip()).startsWith("evenkeel " + String.join(" ", command)));
  }

  /** A code that a command never ends with is none of its codes. */
  @ParameterizedTest
  @MethodSource("commands")
  void help_ofEachCommand_hasTheCodesThatItEndsWith(List<String> command) {
    List<String> arguments = new ArrayList<>(command);
    arguments.add("--help");
    String help = typed.run(arguments.toArray(String[]::new)).out();

    assertThat(help.contains("  2  "))
        .isEqualTo(
            help.contains("--detailed-exitcode\n") || help.contains("--detailed-exitcode  "));
  }

  @Test
  void help_ofSimulate_groupsItsOptions() {
    String help = typed.run("simulate", "--help").out();

    assertThat(help)
        .containsSubsequence(
            "A load that is made up:\n",
            "--rate=COUNT",
            "Or one that was recorded:\n",
            "--trace=FILE",
            "The table:\n",
            "--write-units=COUNT",
            "The shards:\n",
            "--shards=COUNT",
            "Others:\n",
            "--help",
            "Exit codes:");
  }

  @ParameterizedTest
  @CsvSource({
    "tables paln, plan",
    "simulat, simulate",
    "tables aply --delete, apply",
    "tables plan --detailed-exit-code, --detailed-exitcode",
    "simulate --shard=5, --shards"
  })
  void aCommandOrOption_thatIsMistyped_isGuessed(String typedLine, String meant) {
    Result refused = typed.run(typedLine.split(" ", -1));

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains(" Did you mean '" + meant + "'? See 'evenkeel");
  }

  @Test
  void evenkeel_withoutACommand_saysSo() {
    Result none = typed.run();

    assertThat(none.code()).isEqualTo(1);
    assertThat(none.err())
        .isEqualTo("evenkeel: Name a command. See 'evenkeel --help'.%n".formatted());
    assertThat(typed.run("tables").err())
        .isEqualTo("evenkeel tables: Name a command. See 'evenkeel tables --help'.%n".formatted());
  }

  @Test
  void aCommand_byItsFormerName_saysTheNameOfNow() {
    Result refused = typed.run("tables", "archive-anew", "clicks_2026-11-20", "--config", "c.yaml");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .startsWith(
            "evenkeel tables: 'tables archive-anew' is now called 'tables archive --restart TABLE'");
    assertThat(typed.run("tables", "trust-clock").err())
        .contains("'tables trust-clock' is now called 'tables accept-clock'");
  }

  @Test
  void completion_isAScriptThatBashTakes(@TempDir Path folder) throws Exception {
    Result script = typed.run("completion");

    assertThat(script.code()).isZero();
    assertThat(script.out())
        .contains("complete -F _complete_evenkeel", "detailed-exitcode")
        .contains("local FORM_option_args=(\"table\" \"json\")")
        .doesNotContain("local FORM_option_args=(\"csv\"");
    Path file = Files.writeString(folder.resolve("completion.bash"), script.out());
    Process bash = new ProcessBuilder("bash", "-n", file.toString()).inheritIO().start();
    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(bash.exitValue()).isZero();
  }
}
