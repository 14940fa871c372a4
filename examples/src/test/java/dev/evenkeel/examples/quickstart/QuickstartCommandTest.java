package dev.evenkeel.examples.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuickstartCommandTest {
  private static final Path REAL_LOG = Path.of("../../shared/data/apache_access.log");

  private static final String REMEDY = "Name a web access log, or no file to have one generated.";

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private final Path folder;

  QuickstartCommandTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Tag("deep")
  @Test
  void run_generatedFile_checksEveryAnswer() throws IOException {
    Path log = folder.resolve("access.log");
    try (Writer writer = Files.newBufferedWriter(log)) {
      new LogGenerator(3, 2_000).writeTo(writer);
    }

    int exitCode = run("--shards", "5", log.toString());

    assertThat(err.toString()).startsWith("Storing 25% (500 of 2000 hits)");
    assertThat(out.toString())
        .contains("lines: 2001; hits: 2000; malformed and skipped: 1", "line 1701: ")
        .contains("  2025-03-12.0 ", "  2025-03-12.4 ", "An even share of 5 shards is");
    assertThat(out.toString().stripTrailing().lines().toList())
        .last()
        .asString()
        .matches("quickstart: ok 2000 hits, 5 days, 5 shards, 1 hour, 20 newest, 1 malformed");
    assertThat(exitCode).isZero();
  }

  @Test
  void run_oneHitWithHostileBytes_isPrintedSafely() throws IOException {
    Path log = folder.resolve("access.log");
    byte[] line =
        "h - - [17/May/2015:10:05:03 +0200] \"GET /\u001b[2J\u00ff\" 200 1".getBytes(ISO_8859_1);
    Files.write(log, line);

    assertThat(run(log.toString())).isZero();

    assertThat(out.toString())
        .contains("GET /?[2J?")
        .contains("quickstart: ok 1 hits, 1 days, 16 shards, ");
  }

  @Tag("deep")
  @Test
  void run_realLog_checksEveryAnswer() {
    assumeTrue(Files.isReadable(REAL_LOG), "the sample log is not on this machine");

    int exitCode = run(REAL_LOG.toString());

    assertThat(err.toString()).doesNotContain("quickstart:");
    assertThat(out.toString())
        .contains("line 8899: the closing quote of the user agent is missing")
        .contains("quickstart: ok 9999 hits, 4 days, 16 shards, ");
    assertThat(exitCode).isZero();
  }

  @Test
  void run_help_saysHow() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString()).startsWith("Usage: quickstart [-h] [--shards=N] [FILE]");
  }

  @Test
  void run_missingFile_isRefused() {
    Path missing = folder.resolve("no.log");

    assertRefused(
        "cannot use '" + missing + "': there is no such file. " + REMEDY, missing.toString());
  }

  @Test
  void run_directory_isRefused() {
    assertRefused("cannot use '" + folder + "': it is a directory. " + REMEDY, folder.toString());
  }

  @Test
  void run_emptyFile_isRefused() throws IOException {
    Path empty = Files.createFile(folder.resolve("empty.log"));

    assertRefused("cannot use '" + empty + "': it is empty. " + REMEDY, empty.toString());
  }

  @Test
  void run_fileWithoutHit_isRefused() throws IOException {
    Path prose = Files.writeString(folder.resolve("prose.txt"), "Call me Ishmael.\nSome years ago");

    assertRefused(
        "cannot use '"
            + prose
            + "': no line of it is in Common or Combined Log Format;"
            + " line 1: after the user, ' [' is missing. "
            + REMEDY,
        prose.toString());
  }

  @Test
  void run_unreadableFile_isRefused() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret.log"), "x");
    Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
    assumeFalse(Files.isReadable(secret), "this user may read every file");

    assertRefused(
        "cannot use '" + secret + "': you are not allowed to read it. " + REMEDY,
        secret.toString());
  }

  @ParameterizedTest
  @CsvSource({"0", "-3", "1025", "5000"})
  void run_shardsOutOfRange_areRefused(String shards) {
    assertRefused(
        "--shards must be 1 to 1024 but was " + shards + ". Leave it out for 16.",
        "--shards=" + shards);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--sharts=3       | Unknown option: '--sharts=3'",
        "-x               | Unknown option: '-x'",
        "--shards=many    | Invalid value for option '--shards': 'many' is not an int",
        "--shards=99999999999 | Invalid value for option '--shards': '99999999999' is not an int",
        "--shards         | Missing required parameter for option '--shards' (N)",
      })
  void run_badOption_isRefused(String option, String reason) {
    assertRefused(reason + ". See 'quickstart --help'.", option);
  }

  @Test
  void run_twoFiles_areRefused() {
    assertRefused("Unmatched argument at index 1: 'b'. See 'quickstart --help'.", "a", "b");
  }

  private void assertRefused(String message, String... arguments) {
    assertThat(run(arguments)).isEqualTo(1);
    assertThat(err.toString().lines()).containsExactly("quickstart: " + message);
    assertThat(out.toString()).isEmpty();
  }

  private int run(String... arguments) {
    return QuickstartCommand.run(new PrintWriter(out), new PrintWriter(err), arguments);
  }
}
