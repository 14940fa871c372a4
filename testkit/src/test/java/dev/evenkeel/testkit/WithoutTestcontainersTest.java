package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Testcontainers is optional: runs {@link SkippedSuite} in a JVM that does not have it. */
class WithoutTestcontainersTest {
  @Tag("deep")
  @Test
  void extension_testcontainersAbsent_runsInProcessAndSkipsTheContainerWithAReason()
      throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPathWithoutTestcontainers(),
                SkippedSuite.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output)
        .contains("in-process: succeeded 1, skipped 0, failed 0")
        .contains("container: succeeded 0, skipped 1, failed 0")
        .contains(
            "DynamoDB Local was asked for in a container, but a class of Testcontainers is not on"
                + " the class path (org/testcontainers/")
        .contains("Add the test dependency org.testcontainers:testcontainers.")
        .contains("Or set EVENKEEL_DYNAMODB=in-process")
        .contains("S3 in-process: succeeded 1, skipped 0, failed 0")
        .contains("S3 container: succeeded 0, skipped 1, failed 0")
        .contains(
            "S3Proxy was asked for in a container, but a class of Testcontainers is not on"
                + " the class path (org/testcontainers/")
        .contains("Or set EVENKEEL_S3=in-process (or unset it) to run S3Proxy in this JVM.");
  }

  private static String classPathWithoutTestcontainers() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("testcontainers"))
        .collect(Collectors.joining(File.pathSeparator));
  }
}
