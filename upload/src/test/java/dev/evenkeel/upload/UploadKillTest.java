package dev.evenkeel.upload;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.upload.spec.UploadReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Kills a process that uploads, as {@code kill -9} does, and resumes in this one. */
@ExtendWith(LocalDynamoDbExtension.class)
class UploadKillTest {
  private static final int ITEMS = 3_000;

  private final LocalDynamoDb local;
  private final DynamoDbClient plain;
  private final Path folder;

  UploadKillTest(LocalDynamoDb local, DynamoDbClient plain, @TempDir Path folder) {
    this.local = local;
    this.plain = plain;
    this.folder = folder;
  }

  @Tag("deep")
  @Test
  void run_afterAKill_storesWhatIsMissingAndNothingTwice() throws Exception {
    UploadTables.create(plain, "drawn");
    Path lines = folder.resolve("items.txt");
    Files.write(lines, IntStream.range(0, ITEMS).mapToObj(i -> i / 100 + " " + i).toList());
    Path checkpoint = folder.resolve("checkpoint");

    killAfterTheFirstCheckpoints(lines, checkpoint);
    int storedBefore = stored().size();
    UploadReport report = UploadChild.upload(plain, lines, checkpoint, 1e9).run();

    assertThat(storedBefore).isBetween(1, ITEMS - 1);
    assertThat(report.complete()).isTrue();
    assertThat(report.progress().itemsStored()).isLessThan(ITEMS);
    assertThat(stored())
        .extracting(item -> item.get("sk").n())
        .containsExactlyInAnyOrderElementsOf(
            IntStream.range(0, ITEMS).mapToObj(Integer::toString).toList());
  }

  private List<Map<String, AttributeValue>> stored() {
    return UploadTables.stored(plain, "drawn");
  }

  private void killAfterTheFirstCheckpoints(Path lines, Path checkpoint) throws Exception {
    Process child =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "-Dsoftware.amazon.awssdk.http.service.impl="
                    + System.getProperty("software.amazon.awssdk.http.service.impl"),
                UploadChild.class.getName(),
                local.endpoint().toString(),
                accessKey(),
                lines.toString(),
                checkpoint.toString())
            .redirectErrorStream(true)
            .start();
    try (BufferedReader output = child.inputReader()) {
      StringBuilder printed = new StringBuilder();
      String line = output.readLine();
      while (line != null && !line.equals(UploadChild.SAVED)) {
        printed.append(line).append('\n');
        line = output.readLine();
      }
      assertThat(line).as("%s", printed).isEqualTo(UploadChild.SAVED);
    } finally {
      child.destroyForcibly().waitFor();
    }
  }

  private String accessKey() throws IOException {
    var provider = plain.serviceClientConfiguration().credentialsProvider();
    return ((AwsBasicCredentials) provider.resolveIdentity().join()).accessKeyId();
  }
}
