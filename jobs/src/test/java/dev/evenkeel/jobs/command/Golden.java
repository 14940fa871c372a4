package dev.evenkeel.jobs.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Outputs that are kept: programs read them, and people know them. */
final class Golden {
  private static final Path FOLDER = Path.of("src/test/resources/dev/evenkeel/jobs/golden");

  private Golden() {}

  /** Compares with what is kept; with {@code -Devenkeel.golden.accept=true}, keeps it instead. */
  static void check(String name, String output) throws IOException {
    String steady = output.replaceAll("\"[0-9a-f]{64}\"", "\"(fingerprint)\"");
    Path file = FOLDER.resolve(name);
    if (Boolean.getBoolean("evenkeel.golden.accept")) {
      Files.createDirectories(FOLDER);
      Files.writeString(file, steady);
    }
    assertThat(steady).isEqualTo(Files.readString(file));
  }
}
