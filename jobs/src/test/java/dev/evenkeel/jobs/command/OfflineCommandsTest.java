package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
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
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Commands that send nothing, and all that is wrong before anything is sent. */
class OfflineCommandsTest {
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
              if (below.getCommandSpec().usageMessage().hidden()) {
                return; // a former name, which has no help
              }
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

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8000", "localhost", "http://local host:8000", "ftp://a", ""})
  void anEndpoint_thatIsNone_isToldInOneLine(String endpoint) {
    assertThat(typed.run("advise", "--table", "t", "--dynamodb-endpoint", endpoint).err())
        .isEqualTo(
            "evenkeel advise: Invalid value for option '--dynamodb-endpoint': '%s' is no URL of a server. Write it such as http://localhost:8000. See 'evenkeel advise --help'.%n",
            endpoint);
  }

  /** Reports that cannot be written: to a full disk, or into a closed pipe. */
  @Test
  void aReport_thatCannotBeWritten_endsWithOne() {
    Result full = typed.runInto(new FullDisk(), "iam", "--help");

    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).hasLineCount(1).startsWith("evenkeel: standard output cannot be");
  }

  private static final class FullDisk extends Writer {
    @Override
    public void write(char[] text, int start, int length) throws IOException {
      throw new IOException("No space left on device");
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
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
  void anOption_thatIsUnknown_isRefusedInOneLine() {
    Result refused = typed.run("tables", "plan", "--detailed-exit-code");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).hasLineCount(1).contains("--detailed-exit-code").contains("--help'.");
    assertThat(typed.run("tables", "status", "-o", "xml").err())
        .hasLineCount(1)
        .contains("expected one of [table, json]");
  }

  @Test
  void aCommand_byItsFormerName_saysTheNameOfNow() {
    Result refused = typed.run("tables", "archive-anew", "clicks_2026-11-20", "--config", "c.yaml");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .hasLineCount(1)
        .contains("'tables archive-anew' is now called 'tables archive --restart TABLE'");
    assertThat(typed.run("tables", "trust-clock").err())
        .contains("'tables trust-clock' is now called 'tables accept-clock'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"plan", "apply", "status", "watch", "accept-clock"})
  void aConfiguration_thatIsWrong_isToldBeforeThereIsAClient(String command, @TempDir Path folder)
      throws IOException {
    Path file =
        Files.writeString(folder.resolve("c.yaml"), "tables: none\ncontrolTable: control\n");
    Result refused = typed.run("tables", command, "--config", file.toString());

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.out()).isEmpty();
    assertThat(refused.err())
        .isEqualTo(
            "%s:1:9: 'tables' is 'none'. It is to be a list: indented lines that begin with '- '.%n",
            file);
  }

  @Test
  void sweep_withOptionsThatDoNotFit_isRefused() {
    assertThat(typed.run("sweep", "--for", "10m").err())
        .isEqualTo(
            "evenkeel: --cursor-file and --for are for deep sweeps. Add --deep.%n".formatted());
    assertThat(typed.run("sweep", "--deep", "--for", "10m").err())
        .isEqualTo(
            "evenkeel: --for stops a deep sweep early, and its progress would be lost. Add --cursor-file or --job.%n"
                .formatted());
  }

  @Test
  void capacitySeries_ofAwsExample_showsItsArithmetic() throws IOException {
    Result plan =
        typed.run(
            "capacity",
            "series",
            "--events-per-second",
            "600",
            "--item-bytes",
            "180",
            "--keep",
            "90d",
            "--without-overhead");

    assertThat(plan.code()).isZero();
    Golden.check("capacity-series.txt", plan.out());
    JsonNode json =
        typed
            .run(
                "capacity",
                "series",
                "--events-per-second",
                "600",
                "--item-bytes",
                "180",
                "-o",
                "json",
                "--without-overhead")
            .json();
    assertThat(json.path("period").asText()).isEqualTo("day");
    assertThat(json.path("fillSeconds").asLong()).isBetween(27 * 3600L, 28 * 3600L);
  }

  @Test
  void capacityShards_ofAHotKey_showsItsArithmetic() throws IOException {
    Result plan =
        typed.run("capacity", "shards", "--writes-per-second", "5000", "--item-bytes", "900");

    assertThat(plan.code()).isZero();
    Golden.check("capacity-shards.txt", plan.out());
    assertThat(
            typed
                .run("capacity", "shards", "--writes-per-second", "0.5", "--item-bytes", "0")
                .err())
        .startsWith("evenkeel: KeyLoad")
        .hasLineCount(1);
  }

  @Test
  void capacityLoad_withinATime_showsItsArithmetic() throws IOException {
    Result plan =
        typed.run(
            "capacity", "load", "--items", "1000000", "--item-bytes", "900", "--within", "1h");

    assertThat(plan.code()).isZero();
    Golden.check("capacity-load.txt", plan.out());
    assertThat(typed.run("capacity", "load", "--items", "1", "--item-bytes", "1").code())
        .isEqualTo(1);
  }

  @Test
  void iam_ofEverything_isTheLeast(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("full.yaml");
    try (InputStream full =
        OfflineCommandsTest.class.getResourceAsStream("/dev/evenkeel/jobs/full.yaml")) {
      Files.copy(full, file);
    }
    Result policy =
        typed.run(
            "iam",
            "-c",
            file.toString(),
            "--account",
            "123456789012",
            "--region",
            "eu-central-1",
            "--advise",
            "orders",
            "--prewarm",
            "orders",
            "--reshard",
            "clicks");

    assertThat(policy.code()).isZero();
    Golden.check("iam.json", policy.out());
    List<String> here = List.of("iam", "--account", "123456789012", "--region", "eu-central-1");
    assertThat(typed.run(here.toArray(String[]::new)).err()).contains("there is no such file");
    List<String> named = new ArrayList<>(here);
    named.addAll(List.of("--reshard", "clicks", "--layouts", "mine"));
    assertThat(typed.run(named.toArray(String[]::new)).json().path("Statement")).hasSize(2);
    assertThat(
            typed
                .run("iam", "-c", file.toString(), "--account", "12", "--region", "eu-central-1")
                .err())
        .isEqualTo("evenkeel: --account is '12'. It has 12 digits.%n".formatted());
  }

  @Test
  void completion_isAScriptThatBashTakes(@TempDir Path folder) throws Exception {
    Result script = typed.run("completion");

    assertThat(script.code()).isZero();
    assertThat(script.out()).contains("complete -F _complete_evenkeel", "detailed-exitcode");
    Path file = Files.writeString(folder.resolve("completion.bash"), script.out());
    Process bash = new ProcessBuilder("bash", "-n", file.toString()).inheritIO().start();
    assertThat(bash.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(bash.exitValue()).isZero();
  }
}
