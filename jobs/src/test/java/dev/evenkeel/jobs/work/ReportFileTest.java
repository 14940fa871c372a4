package dev.evenkeel.jobs.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
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

  @DisabledOnOs(OS.WINDOWS)
  @Test
  void write_toAFileOfItsOwnerAlone_leavesItSo() throws IOException {
    Path file = Files.writeString(folder.resolve("plan.json"), "before");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));

    write(file, "after");

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  /** Where a shell has sent standard output to a file, that file is not replaced. */
  @DisabledOnOs(OS.WINDOWS)
  @Test
  void write_toStandardOutput_goesThere() throws IOException {
    PrintStream before = System.out;
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    System.setOut(new PrintStream(out, true, UTF_8));
    try {
      write(Path.of("/dev/stdout"), "the plan");
      write(Files.createSymbolicLink(folder.resolve("out"), Path.of("/dev/stdout")), " twice");
    } finally {
      System.setOut(before);
    }
    assertThat(out.toString(UTF_8)).isEqualTo("the plan twice");
  }

  /** As {@code >} opens one for a program. */
  @EnabledOnOs(OS.LINUX)
  @Test
  void at_descriptorOfAFile_isRefused() throws Exception {
    Path file = Files.writeString(folder.resolve("log"), "before");
    try (FileChannel open = FileChannel.open(file, StandardOpenOption.WRITE);
        Stream<Path> descriptors = Files.list(Path.of("/proc/self/fd"))) {
      Path own = descriptors.filter(each -> leadsTo(each, file)).findFirst().orElseThrow();

      assertThatThrownBy(() -> ReportFile.at(own))
          .isInstanceOf(JobException.class)
          .hasMessageContaining("stands for a file that is open");
      Path link = Files.createSymbolicLink(folder.resolve("link"), own);
      assertThatThrownBy(() -> ReportFile.at(link)).hasMessageContaining("a file that is open");
      assertThat(open.isOpen()).isTrue();
    }
    assertThat(file).hasContent("before");
  }

  private static boolean leadsTo(Path link, Path file) {
    try {
      return Files.isSameFile(link, file);
    } catch (IOException e) {
      return false; // closed meanwhile
    }
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
