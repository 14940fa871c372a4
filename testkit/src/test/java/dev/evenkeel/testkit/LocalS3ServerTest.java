package dev.evenkeel.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;

/** The server in another JVM. */
class LocalS3ServerTest {
  private static final long MIB = 1024 * 1024;

  /** For servers that live for seconds. */
  private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

  @Tag("deep")
  @ParameterizedTest
  @EnumSource
  void startProcess_eitherStorage_servesUntilClosed(S3Storage storage) {
    LocalS3 local = LocalS3.startProcess(storage, SHORT_LIVED);
    try (S3Client client = local.client()) {
      String bucket = local.newBucket();
      client.putObject(r -> r.bucket(bucket).key("k"), RequestBody.fromString("value"));
      assertThat(client.getObjectAsBytes(r -> r.bucket(bucket).key("k")).asUtf8String())
          .isEqualTo("value");

      local.close();

      assertThatThrownBy(client::listBuckets).isInstanceOf(SdkClientException.class);
    }
  }

  @Test
  @Tag("deep")
  void startProcess_starterKilled_endsToo() throws IOException {
    Process starter =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                SHORT_LIVED,
                "-cp",
                System.getProperty("java.class.path"),
                KilledStarter.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String pid = starter.inputReader().readLine();
    Optional<ProcessHandle> server = ProcessHandle.of(Long.parseLong(pid));
    assertThat(server).isPresent();

    starter.destroyForcibly();

    assertThat(server.orElseThrow().onExit()).succeedsWithin(Duration.ofMinutes(1));
  }

  /** Starts a server, prints its process and waits to be killed. */
  static final class KilledStarter {
    public static void main(String[] arguments) throws InterruptedException {
      LocalS3 local = LocalS3.startProcess(S3Storage.MEMORY, SHORT_LIVED);
      System.out.println(ProcessHandle.current().children().findFirst().orElseThrow().pid());
      Thread.currentThread().join();
      local.close();
    }
  }

  /** One object larger than the server's heap, put and got in one request each. */
  @Test
  @Tag("deep")
  void putObject_oneGibibyteOverAFolder_isNeverHeldWhole() {
    long size = 1024 * MIB;
    try (LocalS3 local = LocalS3.startProcess(S3Storage.TEMPORARY_FOLDER, "-Xmx128m");
        S3Client client = local.client()) {
      String bucket = local.newBucket();
      client.putObject(
          r -> r.bucket(bucket).key("large"),
          RequestBody.fromContentProvider(
              () -> new MadeUpBytes(size), size, "binary/octet-stream"));

      long read =
          client.getObject(
              r -> r.bucket(bucket).key("large"),
              (response, stream) -> {
                assertThat(checksum(stream)).isEqualTo(checksum(new MadeUpBytes(size)));
                return response.contentLength();
              });
      assertThat(read).isEqualTo(size);
    }
  }

  private static long checksum(InputStream bytes) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] buffer = new byte[1 << 16];
    for (int read = bytes.read(buffer); read >= 0; read = bytes.read(buffer)) {
      crc.update(buffer, 0, read);
    }
    return crc.getValue();
  }
}
