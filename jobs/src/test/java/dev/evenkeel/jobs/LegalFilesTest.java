package dev.evenkeel.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * {@code src/legal} says what the libraries of the runnable jar say. After a change of them run
 * this with {@code -Devenkeel.docs.accept=true}.
 */
class LegalFilesTest {
  private static LegalFiles bundled() throws IOException {
    return LegalFiles.of(Files.readString(Path.of("target/evenkeel.classpath")));
  }

  @Test
  void legalFiles_ofTheRunnableJar_areItsLibraries() throws IOException {
    LegalFiles files = bundled();
    if (Boolean.getBoolean("evenkeel.docs.accept")) {
      Files.writeString(LegalFiles.NOTICE, files.notice());
      Files.writeString(LegalFiles.THIRD_PARTY, files.thirdParty());
    }
    assertThat(files.notice()).isEqualTo(Files.readString(LegalFiles.NOTICE));
    assertThat(files.thirdParty()).isEqualTo(Files.readString(LegalFiles.THIRD_PARTY));
  }

  @Test
  void libraries_whoseJarsSayNothing_areNamedByHand() throws IOException {
    assertThat(bundled().silent()).containsExactlyElementsOf(LegalFiles.unsaid().toList());
  }
}
