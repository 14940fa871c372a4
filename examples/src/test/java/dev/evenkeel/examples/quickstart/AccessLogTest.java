package dev.evenkeel.examples.quickstart;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AccessLogTest {
  private static final String HIT = "h - - [17/May/2015:10:05:03 +0000] \"GET /%s\" 200 1";

  private final Path folder;

  AccessLogTest(@TempDir Path folder) {
    this.folder = folder;
  }

  @Test
  void read_anyBytes_areLatin1() throws IOException {
    String text = HIT.formatted("\u00e9\u0080\u001b\u00ff\u0000");

    assertThat(read(text).hits().get(0).request()).isEqualTo("GET /\u00e9\u0080\u001b\u00ff\u0000");
  }

  @Test
  void read_windowsLineEndsAndNoLastOne_givesEveryLine() throws IOException {
    AccessLog log = read(HIT.formatted("a") + "\r\n" + HIT.formatted("b"));

    assertThat(log.hits()).extracting(Hit::request).containsExactly("GET /a", "GET /b");
    assertThat(log.lineCount()).isEqualTo(2);
  }

  @Test
  void read_malformedLines_countsAllAndTellsOfThree() throws IOException {
    AccessLog log = read("a\n\n" + HIT.formatted("x") + "\nb\nc\nd\n");

    assertThat(log.malformedCount()).isEqualTo(5);
    assertThat(log.hits()).extracting(Hit::line).containsExactly(3);
    assertThat(log.complaints())
        .containsExactly(
            "line 1: the identity is missing",
            "line 2: the line is empty",
            "line 4: the identity is missing");
  }

  @Test
  void read_lineWithoutEnd_isCutAndSkipped() throws IOException {
    AccessLog log = read("x".repeat(3_000_000) + "\n" + HIT.formatted("y"));

    assertThat(log.complaints()).containsExactly("line 1: longer than 65536 characters");
    assertThat(log.hits()).extracting(Hit::line).containsExactly(2);
  }

  private AccessLog read(String text) throws IOException {
    return AccessLog.read(Files.writeString(folder.resolve("log"), text, ISO_8859_1));
  }
}
