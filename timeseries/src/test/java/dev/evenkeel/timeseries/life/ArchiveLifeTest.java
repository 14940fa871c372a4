package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Archived, verified, deleted: on a real engine and a real S3 server, in virtual time. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchiveLifeTest {
  private static final String DAY = ArchiveFixture.DAY;

  private final LocalS3 localS3;
  private ArchiveFixture fixture;

  ArchiveLifeTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 150);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  @ParameterizedTest
  @EnumSource
  void run_dayIsOver_archivesVerifiesAndDeletes(Kind kind) {
    fixture = fixture.of(localS3, 800); // so many that a segment has several files
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);

    ArchivedTable archive = fixture.archive(actor);

    assertThat(archive.items()).isEqualTo(fixture.items);
    String folder = "old/AWSDynamoDB/" + archive.exportId() + "/";
    assertThat(fixture.objects())
        .allMatch(key -> key.startsWith(folder))
        .contains(
            folder + "manifest-files.json",
            folder + "manifest-files.checksum",
            folder + "manifest-summary.json",
            folder + "manifest-summary.checksum");
    assertThat(fixture.dataFiles()).hasSizeGreaterThan(3);
    assertThat(fixture.notes("readings#" + DAY)).isEmpty();
    assertThat(LifecycleFixture.ran(actor).outcomes()).isEmpty();
    assertThat(fixture.deleted).isEmpty();

    fixture.now = ArchiveFixture.PAST_RETENTION;
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor.archives()).hasSize(2).startsWith(archive);
  }

  /** The key of tables to come is another one since a run died between manifest and catalogue. */
  @Test
  void run_templateHasAnotherKeyThanTheTable_archivesWithTheKeyOfTheTable() {
    fixture.fill(fixture.actor(Kind.SYNC));
    fixture.runDiesBeforeItsCatalogue();
    fixture.series =
        spec ->
            spec.template(
                TableTemplate.of(
                    Series.template()
                        .keySchema(
                            Series.key("place", KeyType.HASH), Series.key("at", KeyType.RANGE))
                        .attributeDefinitions(Series.text("place"), Series.text("at"))
                        .globalSecondaryIndexes(List.of())
                        .streamSpecification((StreamSpecification) null)
                        .build()));

    ArchivedTable archive = fixture.archive(fixture.actor(Kind.SYNC));

    String key = "old/AWSDynamoDB/%s/manifest-summary.json".formatted(archive.exportId());
    assertThat(fixture.s3.getObjectAsBytes(r -> r.bucket(fixture.bucket).key(key)).asUtf8String())
        .contains(
            """
            "keySchema":[{"attributeName":"sensor","attributeType":"S","keyType":"HASH"},\
            {"attributeName":"at","attributeType":"S","keyType":"RANGE"}]""");
  }

  @KindsInTurn
  void run_archiveWasTamperedWith_keepsTheTable(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    ArchivedTable unused = fixture.archive(actor);
    String file = fixture.dataFiles().get(0);
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(file));
    fixture.now = ArchiveFixture.PAST_RETENTION;

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(fixture.deleted).doesNotContain(DAY);
    assertThat(report.outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Delete)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.result()).isEqualTo(Result.FAILED);
              assertThat(outcome.cause())
                  .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.DAMAGED))
                  .hasMessageContaining(file);
            });
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(file), RequestBody.fromString("other"));
    fixture.now = fixture.now.plusSeconds(60);
    assertThat(LifecycleFixture.ran(actor).isComplete()).isFalse();
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor.restartArchive(DAY);
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);
    assertThatThrownBy(() -> actor.restartArchive(DAY))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("there is no such table");
    assertThat(actor.archives().get(0).items()).isEqualTo(fixture.items);
    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(names = "SYNC")
  void run_latenessWasRaisedAfterTheArchive_keepsWhatCameSince(Kind kind) {
    Actor early = fixture.actor(kind);
    fixture.fill(early);
    ArchivedTable unused = fixture.archive(early);
    Duration more = Duration.ofHours(30);
    fixture.series = spec -> spec.lateness(more);
    Map<String, AttributeValue> late = ArchiveFixture.item(fixture.items + 1);
    TimeSeriesDynamoDbClient.builder(fixture.sync)
        .table(fixture.spec())
        .clock(() -> fixture.now)
        .build()
        .putItem(r -> r.tableName("readings").item(late));
    fixture.now = ArchiveFixture.PAST_RETENTION.plus(more);

    Actor actor = fixture.actor(kind);
    assertThat(LifecycleFixture.ran(actor).outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Delete)
        .singleElement()
        .satisfies(
            outcome ->
                assertThat(outcome.cause())
                    .matches(
                        thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH)));
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor.restartArchive(DAY);
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);
    assertThat(actor.archives().get(0).items()).isEqualTo(fixture.items + 1);
  }

  @Tag("deep")
  @ParameterizedTest
  @EnumSource(names = "SYNC")
  void run_anotherBucketWasNamedMeanwhile_noArchive(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    int[] notes = {0};
    fixture.also =
        call -> {
          if (call.isAfter() && call.operation().equals("TransactWriteItems") && ++notes[0] == 3) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> LifecycleFixture.ran(actor)).hasMessage("the process ends");
    fixture.also = call -> {};
    fixture.bucket = localS3.newBucket();
    fixture.now = fixture.now.plusSeconds(600);
    Actor other = fixture.actor(kind);

    assertThat(LifecycleFixture.ran(other).isComplete()).isFalse();
    assertThat(other.archives()).isEmpty();

    other.restartArchive(DAY);
    assertThat(fixture.archive(other).items()).isEqualTo(fixture.items);
  }

  @KindsInTurn
  void run_somebodyWritesMeanwhile_noArchiveAndNoDelete(Kind kind) {
    Actor actor = fixture.actor(kind);
    fixture.fill(actor);
    int[] scans = {0};
    fixture.also =
        call -> {
          boolean isToVerify =
              call.request() instanceof ScanRequest scan && scan.totalSegments() == 4;
          if (isToVerify && scans[0]++ == 0) {
            fixture.sync.putItem(
                r -> r.tableName(DAY).item(ArchiveFixture.item(fixture.items + 1)));
          }
        };

    LifecycleReport report = LifecycleFixture.ran(actor);

    assertThat(report.outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Archive)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.result()).isEqualTo(Result.FAILED);
              assertThat(outcome.cause())
                  .matches(thrown -> ArchiveException.is(thrown, ArchiveException.Reason.MISMATCH))
                  .hasMessageContaining("150 items were written, 151 were read");
            });
    assertThat(actor.archives()).isEmpty();
    fixture.now = ArchiveFixture.PAST_RETENTION;
    assertThat(LifecycleFixture.ran(actor).isComplete()).isFalse();
    assertThat(fixture.deleted).doesNotContain(DAY);

    actor.restartArchive(DAY);
    assertThat(actor.archive()).allMatch(LifecycleReport::isComplete);
    assertThat(actor.archive().get(0).outcomes()).isEmpty();
    assertThat(actor.archives().get(0).items()).isEqualTo(fixture.items + 1);
  }
}
