package dev.evenkeel.jobs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.jobs.command.Screens;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ScreenTest {
  @Test
  void aLog_whileALineMoves_hasLinesOfItsOwn() throws IOException {
    ByteArrayOutputStream terminal = new ByteArrayOutputStream();
    try (Screen screen = new Screen(terminal)) {
      for (String written :
          new String[] {
            "\rapply  0:00:00", "WARN ü\n", "\rapply  0:00:01", "\r              \r", "x"
          }) {
        screen.write(written.getBytes(UTF_8));
      }
    }

    assertThat(Screens.shows(terminal.toString(UTF_8))).isEqualTo("WARN ü\nx");
  }
}
