package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.control.ExportSimulator;
import dev.evenkeel.timeseries.archive.NativeExportReader;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethodPolicy;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Outcome;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** A world whose engine can export. */
final class ExportFixture {
  static final String DAY = ArchiveFixture.DAY;

  /** Longer than any export takes. */
  private static final Duration EXPORTING = Duration.ofMinutes(15);

  final ExportSimulator aws;
  final ArchiveFixture fixture;

  ExportFixture(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async,
      int items) {
    this(localS3, sync, async, s3, s3Async, items, 4);
  }

  ExportFixture(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async,
      int items,
      int files) {
    aws =
        ExportSimulator.seeded(3)
            .over(sync)
            .over(async)
            .into(s3)
            .timeOf(this::now)
            .files(files)
            .build();
    fixture = new ArchiveFixture(localS3, aws.client(), aws.asyncClient(), s3, s3Async, items);
    fixture.method = policy -> policy.method(ArchiveMethodPolicy.EXPORT);
  }

  private Instant now() {
    return fixture.now;
  }

  void recovery(boolean isOn) {
    fixture.sync.updateContinuousBackups(
        r ->
            r.tableName(DAY)
                .pointInTimeRecoverySpecification(p -> p.pointInTimeRecoveryEnabled(isOn)));
  }

  /** A run, and what it came to with the archive of the day. */
  Outcome ran(Actor actor) {
    return LifecycleFixture.ran(actor).outcomes().stream()
        .filter(outcome -> outcome.action() instanceof TableAction.Archive)
        .filter(outcome -> outcome.action().tableName().equals(DAY))
        .findFirst()
        .orElseThrow();
  }

  /** Freezes the table in one run, and has it exported by the next. */
  Outcome begun(Actor actor) {
    Outcome frozen = ran(actor);
    assertThat(frozen.result()).isEqualTo(Result.UNDER_WAY);
    assertThat(frozen.detail()).startsWith("it is frozen; a run two minutes later");
    fixture.now = fixture.now.plusSeconds(120);
    Outcome begun = ran(actor);
    assertThat(begun.result()).isEqualTo(Result.UNDER_WAY);
    assertThat(begun.detail()).startsWith("DynamoDB exports it, since 2026-03-11T0");
    return begun;
  }

  /** Lets the exports that have begun end, with their files in the bucket. */
  void exportsEnd() {
    fixture.now = fixture.now.plus(EXPORTING);
    assertThat(fixture.sync.listExports(r -> {}).hasExportSummaries()).isTrue();
  }

  int exports() {
    return fixture.sync.listExports(r -> {}).exportSummaries().size();
  }

  /** The items of an archive as others read it. */
  Set<Map<String, AttributeValue>> archived(ArchivedTable archive) {
    String folder = archive.prefix() + "AWSDynamoDB/" + archive.exportId();
    return new HashSet<>(
        new NativeExportReader(fixture.s3, fixture.bucket, folder + "/manifest-summary.json")
            .items());
  }
}
