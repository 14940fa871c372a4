package dev.evenkeel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;

/** Runs the example, and holds its output against that of the page. */
class TestingAtScaleTest {

  @Test
  void example_printsWhatThePageShows() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    TestingAtScale.run(new PrintStream(bytes, true, StandardCharsets.UTF_8));

    String page = Files.readString(Production.root().resolve("docs/testing-at-scale.md"));
    assertThat(page).contains("```text\n" + bytes.toString(StandardCharsets.UTF_8) + "```\n");
  }
}
