package dev.evenkeel.testkit.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.S3Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Bodies of S3 are not held: runs {@link StreamingProbe} in a JVM with a small heap. */
class StreamingTest {
  @Test
  @Tag("deep")
  void injector_objectsLargerThanTheHeap_streamThrough() throws IOException, InterruptedException {
    try (LocalS3 server =
        LocalS3.startProcess(S3Storage.TEMPORARY_FOLDER, "-Xmx64m", "-XX:TieredStopAtLevel=1")) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-XX:TieredStopAtLevel=1",
                  "-cp",
                  System.getProperty("java.class.path"),
                  StreamingProbe.class.getName(),
                  server.endpoint().toString(),
                  server.newBucket())
              .redirectErrorStream(true)
              .start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

      assertThat(process.waitFor()).as(output).isZero();
      assertThat(output)
          .contains("sync: " + StreamingProbe.SIZE)
          .contains("async: " + StreamingProbe.SIZE);
    }
  }
}
