package dev.evenkeel.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.jobs.Jar.Ended;
import dev.evenkeel.jobs.command.Screens;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The runnable jar on a terminal of its own, which {@code script} of util-linux makes. */
class TerminalJarIT {
  private static final Path FULL = Path.of("/dev/full");

  @TempDir private Path folder;

  private static boolean hasTerminals() throws InterruptedException {
    try {
      Process script = new ProcessBuilder("script", "--version").redirectErrorStream(true).start();
      String version = new String(script.getInputStream().readAllBytes(), UTF_8);
      return script.waitFor() == 0 && version.contains("util-linux");
    } catch (IOException e) {
      return false;
    }
  }

  @Tag("deep")
  @Test
  void jar_onATerminal_leavesTheReport() throws Exception {
    assumeTrue(hasTerminals(), "there is no 'script' of util-linux here to make a terminal");
    Jar jar = new Jar(folder);
    Ended plain = jar.run("simulate", "--for", "20s");
    Ended shown = jar.onATerminal("simulate", "--for", "20s");

    assertThat(shown.code()).isZero();
    assertThat(shown.out()).contains("\rsimulate  ").doesNotContain("?");
    assertThat(Screens.shows(shown.out())).isEqualTo(plain.out());
  }

  @Tag("deep")
  @Test
  void jar_whoseStandardOutputCannotBeWritten_endsWithOne() throws Exception {
    assumeTrue(Files.exists(FULL), "there is no /dev/full here");
    Ended full = new Jar(folder).into(FULL, "simulate", "--for", "1s");

    assertThat(full.code()).isEqualTo(1);
    assertThat(full.err()).startsWith("evenkeel: standard output cannot be written");
  }
}
