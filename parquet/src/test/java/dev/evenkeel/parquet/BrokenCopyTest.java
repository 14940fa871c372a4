package dev.evenkeel.parquet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.parquet.spec.ParquetReport;
import dev.evenkeel.parquet.spec.ParquetReport.State;
import dev.evenkeel.parquet.spec.ParquetSpec;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Runs that are broken off, and files that are not as they were. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class BrokenCopyTest {
  private final CopyFixture fixture;

  BrokenCopyTest(LocalS3 local, DynamoDbClient client, S3Client s3) {
    this.fixture = new CopyFixture(local, client, s3);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  @Tag("deep")
  @Test
  void run_thatDiesAtAnyWrite_isFinishedByTheNext() {
    fixture.archive(CopyFixture.items(40, 3_000));
    ParquetSpec small = CopyFixture.SPEC.inFilesOf(64 * 1024);
    int writes = 0;
    boolean isOver = false;
    while (!isOver) {
      int last = writes++;
      AtomicInteger left = new AtomicInteger(last);
      S3Client dying =
          fixture.watched(
              key -> {
                if (left.getAndDecrement() == 0) {
                  throw new Error("the process ends");
                }
              });
      try {
        fixture.copy(dying, small).run(CopyFixture.DAY);
        isOver = true;
      } catch (Error e) {
        assertThat(fixture.keys(CopyFixture.LIST)).isEmpty();
        assertThat(fixture.copy(fixture.s3, small).plan(CopyFixture.DAY).items()).isEqualTo(40);
      }
    }

    ParquetReport whole = fixture.copy(fixture.s3, small).run(CopyFixture.DAY);
    assertThat(writes).isGreaterThan(2);
    assertThat(whole.files()).isGreaterThan(1).isEqualTo(fixture.parts().size());
    assertThat(new String(fixture.bytes(CopyFixture.LIST), UTF_8).lines()).hasSize(whole.files());
  }

  @Tag("deep")
  @Test
  void run_afterAnotherSizeWasBrokenOff_leavesNoFileOfThat() {
    fixture.archive(CopyFixture.items(40, 3_000));
    S3Client dying =
        fixture.watched(
            key -> {
              if (key.endsWith("_manifest.json")) {
                throw new Error("the process ends");
              }
            });
    assertThatThrownBy(
            () -> fixture.copy(dying, CopyFixture.SPEC.inFilesOf(64 * 1024)).run(CopyFixture.DAY))
        .isInstanceOf(Error.class);
    assertThat(fixture.parts()).hasSizeGreaterThan(1);

    ParquetReport report = fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);

    assertThat(report.files()).isEqualTo(1);
    assertThat(fixture.parts()).hasSize(1);
  }

  /** A process that ends between the manifest and the list, and a marker that a console makes. */
  @Test
  void copy_withoutItsList_isNotThere_andAFolderMarkerIsNoFile() {
    fixture.archive(CopyFixture.items(5, 10));
    ParquetCopy copy = fixture.copy(fixture.s3, CopyFixture.SPEC);
    String folder = copy.run(CopyFixture.DAY).folder();
    String marker = folder.substring(folder.indexOf("old/"));
    fixture.s3.putObject(
        request -> request.bucket(fixture.bucket).key(marker), RequestBody.empty());
    assertThat(copy.plan(CopyFixture.DAY).isThere()).isTrue();
    fixture.s3.deleteObject(request -> request.bucket(fixture.bucket).key(CopyFixture.LIST));
    assertThat(copy.plan(CopyFixture.DAY).isThere()).isFalse();

    assertThat(copy.run(CopyFixture.DAY).state()).isEqualTo(State.THERE);
    assertThat(copy.plan(CopyFixture.DAY).isThere()).isTrue();
  }

  @Test
  void run_withAFileGone_makesTheCopyAgain() {
    fixture.archive(CopyFixture.items(5, 10));
    fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);
    String part = fixture.parts().get(0);
    fixture.s3.deleteObject(request -> request.bucket(fixture.bucket).key(part));

    assertThat(fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY).state())
        .isEqualTo(State.WRITTEN);
    assertThat(fixture.parts()).containsExactly(part);
  }

  @Test
  void run_withAFileOfOtherBytes_isNoCopy() {
    fixture.archive(CopyFixture.items(5, 10));
    fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY);
    String part = fixture.parts().get(0);
    String manifest =
        fixture.keys(CopyFixture.FOLDER).stream()
            .filter(key -> key.endsWith("_manifest.json"))
            .findFirst()
            .orElseThrow();
    fixture.s3.deleteObject(request -> request.bucket(fixture.bucket).key(manifest));
    fixture.s3.deleteObject(request -> request.bucket(fixture.bucket).key(CopyFixture.LIST));
    fixture.s3.putObject(
        request -> request.bucket(fixture.bucket).key(part), RequestBody.fromString("other"));

    assertThatThrownBy(() -> fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY))
        .hasMessageContaining(part);
    assertThat(fixture.keys(CopyFixture.LIST)).isEmpty();
  }

  @Test
  void run_ofADamagedArchive_writesNoList() {
    fixture.archive(CopyFixture.items(5, 10));
    String data =
        fixture.keys("old/AWSDynamoDB/").stream()
            .filter(key -> key.contains("/data/"))
            .findFirst()
            .orElseThrow();
    fixture.s3.deleteObject(request -> request.bucket(fixture.bucket).key(data));

    assertThatThrownBy(() -> fixture.copy(fixture.s3, CopyFixture.SPEC).run(CopyFixture.DAY))
        .isInstanceOf(ArchiveException.class);
    assertThat(fixture.keys("old/parquet/")).isEmpty();
  }
}
