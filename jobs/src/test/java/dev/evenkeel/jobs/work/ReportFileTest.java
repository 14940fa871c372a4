package dev.evenkeel.jobs.work;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ReportFileTest {
  @TempDir private Path folder;

  private static void write(Path path, String text) {
    try (ReportFile file = ReportFile.at(path)) {
      file.write(text);
    }
  }

  @Test
  void write_toAFile_replacesIt() throws Exception {
    Path file = Files.writeString(folder.resolve("plan.json"), "before");

    write(file, "after");

    assertThat(file).hasContent("after");
    assertThat(folder)
        .isDirectoryContaining("glob:**plan.json")
        .isDirectoryNotContaining("glob:**new");
  }

  /** As {@code --out /dev/stdout} is, where another program reads it. */
  @DisabledOnOs(OS.WINDOWS)
  @Test
  void write_toAPipe_isReadAndLeavesIt() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Path link = Files.createSymbolicLink(folder.resolve("stdout"), pipe);
    CompletableFuture<String> read =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return Files.readString(pipe);
              } catch (java.io.IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });

    write(link, "the plan");

    assertThat(read.join()).isEqualTo("the plan");
    assertThat(Files.exists(pipe)).isTrue();
    assertThat(Files.isSymbolicLink(link)).isTrue();
    assertThat(Files.isRegularFile(link)).isFalse();
  }
}
