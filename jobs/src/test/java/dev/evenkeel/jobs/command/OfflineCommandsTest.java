package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.CommandRunner.Result;
import java.io.IOException;
import java.io.InputStream;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Commands that send nothing, and all that is wrong before anything is sent. */
class OfflineCommandsTest {
  private final CommandRunner typed = CommandRunner.offline();

  @ParameterizedTest
  @ValueSource(strings = {"localhost:8000", "localhost", "http://local host:8000", "ftp://a", ""})
  void anEndpoint_thatIsNone_isToldInOneLine(String endpoint) {
    assertThat(typed.run("advise", "--table", "t", "--dynamodb-endpoint", endpoint).err())
        .isEqualTo(
            "evenkeel advise: Invalid value for option '--dynamodb-endpoint': '%s' is no URL of a server. Write it such as http://localhost:8000. See 'evenkeel advise --help'.%n",
            endpoint);
  }

  /** As of a variable of a script that is not set. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "layout clients --table t --partition-key p --sort-key s --expect=",
        "layout clients --table t --partition-key p --sort-key s --expect=a,,b",
        "layout clients --table t --partition-key p --sort-key s --expect=,",
        "layout clients --table t --partition-key p --sort-key s --expect=a,",
        "layout add-piece --table t --partition-key p --sort-key s --to 4 --key=",
        "reshard run --table t --partition-key p --sort-key s --stop-file=",
        "tables plan --config="
      })
  void anOption_withAnEmptyValue_isRefused(String line) {
    String[] words = line.split(" ", -1);
    String option = words[words.length - 1].replaceFirst("=.*", "");
    Result refused = typed.run(words);

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .isEqualTo(
            "evenkeel %s %s: %s has an empty value. Give one, or leave the option out. See 'evenkeel %s %s --help'.%n",
            words[0], words[1], option, words[0], words[1]);
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
  void anOption_thatIsUnknown_isRefusedInOneLine() {
    Result refused = typed.run("tables", "plan", "--detailed-exit-code");

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).hasLineCount(1).contains("--detailed-exit-code").contains("--help'.");
    assertThat(typed.run("tables", "status", "-o", "xml").err())
        .hasLineCount(1)
        .contains("expected one of [table, json]");
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
}
