package dev.evenkeel.timeseries.life;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Comparator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** An export whose objects are not what they should be is no archive, and its table stays. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ExportDamageTest {
  private static final String DAY = ArchiveFixture.DAY;

  private final ExportFixture exports;
  private final ArchiveFixture fixture;

  ExportDamageTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.exports = new ExportFixture(localS3, sync, async, s3, s3Async, 40);
    this.fixture = exports.fixture;
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private byte[] bytes(String key) {
    return fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(key)).asByteArray();
  }

  private void put(String key, byte[] bytes) {
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(key), RequestBody.fromBytes(bytes));
  }

  private void delete(String key) {
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(key));
  }

  private void refused(Actor actor, String key, String damage) {
    Outcome outcome = exports.ran(actor);
    assertThat(outcome.result()).isEqualTo(Result.FAILED);
    assertThat(outcome.cause())
        .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
        .hasMessageContaining(key + " " + damage);
    assertThat(actor.archives()).isEmpty();
  }

  /** Alters a manifest and the checksum beside it, and takes both back. */
  private void refusedWith(
      Actor actor, String manifest, UnaryOperator<String> change, String key, String damage) {
    String checksum = manifest.replace(".json", ".checksum");
    byte[] whole = bytes(manifest);
    byte[] wholeChecksum = bytes(checksum);
    byte[] altered = change.apply(new String(whole, UTF_8)).getBytes(UTF_8);
    assertThat(altered).isNotEqualTo(whole);
    put(manifest, altered);
    put(checksum, md5(altered));
    refused(actor, key, damage);
    put(checksum, wholeChecksum);
    refused(actor, manifest, "does not match its checksum");
    put(manifest, whole);
  }

  private static byte[] md5(byte[] bytes) {
    try {
      byte[] md5 = MessageDigest.getInstance("MD5").digest(bytes);
      return Base64.getEncoder().encodeToString(md5).getBytes(UTF_8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @KindsInTurn
  void run_exportIsDamaged_isNoArchiveUntilItIsMended(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    Outcome unused = exports.begun(actor);
    exports.exportsEnd();
    String file = largest();
    byte[] whole = bytes(file);
    String folder = file.substring(0, file.indexOf("data/"));
    String files = folder + "manifest-files.json";
    String summary = folder + "manifest-summary.json";

    byte[] summaryBytes = bytes(summary);
    delete(summary);
    refused(actor, summary, "is not there");
    put(summary, summaryBytes);
    refusedWith(
        actor,
        summary,
        text -> text.replace("table/" + DAY + "\"", "table/readings_2026-03-09\""),
        summary,
        "is of another table than '" + DAY + "'");
    refusedWith(
        actor,
        summary,
        text -> text.replaceFirst("/export/[^\"]*", "/export/01700000000000-00000000"),
        summary,
        "is of another export than");
    refusedWith(
        actor,
        summary,
        text -> text.replace("\"itemCount\":40", "\"itemCount\":41"),
        files,
        "lists files of 40 items, and the summary says 41");
    refusedWith(
        actor,
        files,
        text -> text.lines().skip(1).reduce("", (all, line) -> all + line + "\n"),
        files,
        "lists files of");

    String extra = folder + "data/extra.json.gz";
    put(extra, whole);
    refused(actor, extra, "is not listed in the manifest, and is there");
    delete(extra);
    delete(file);
    refused(actor, file, "is listed in the manifest, and is not there");
    put(file, Arrays.copyOf(whole, whole.length - 9));
    refused(actor, file, "is cut off after line");
    byte[] altered = whole.clone();
    altered[4] ^= 1;
    put(file, altered);
    refused(actor, file, "has another MD5 than its manifest says");

    put(file, whole);
    ArchivedTable archive = fixture.archive(actor);
    assertThat(archive.items()).isEqualTo(40);

    fixture.now = ArchiveFixture.PAST_RETENTION;
    put(file, Arrays.copyOf(whole, whole.length - 9));
    notDeleted(actor, "were verified");
    put(file, altered);
    notDeleted(actor, "was stored once more since it was written");
  }

  private void notDeleted(Actor actor, String damage) {
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.outcomes())
        .anySatisfy(
            outcome ->
                assertThat(outcome.cause())
                    .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
                    .hasMessageContaining(damage));
    assertThat(fixture.deleted).doesNotContain(DAY);
  }

  private String largest() {
    return fixture.dataFiles().stream()
        .max(Comparator.comparingInt(key -> bytes(key).length))
        .orElseThrow();
  }
}
