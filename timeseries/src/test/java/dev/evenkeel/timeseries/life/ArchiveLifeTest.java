package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.TimeSeriesDynamoDbClient;
import dev.evenkeel.timeseries.spec.archive.ArchiveDamagedException;
import dev.evenkeel.timeseries.spec.archive.ArchiveMismatchException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Archived, verified, deleted: on a real engine and a real S3 server, in virtual time. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class ArchiveLifeTest {
  private static final String DAY = ArchiveWorld.DAY;

  private final LocalS3 localS3;
  private ArchiveWorld world;

  ArchiveLifeTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.localS3 = localS3;
    this.world = new ArchiveWorld(localS3, sync, async, s3, s3Async, 150);
  }

  @AfterEach
  void removeTables() {
    world.removeTables();
  }

  @ParameterizedTest
  @EnumSource
  void run_dayIsOver_archivesVerifiesAndDeletes(Actor.Kind kind) {
    world = world.of(localS3, 800); // so many that a segment has several files
    Actor actor = world.actor(kind);
    world.fill(actor);

    ArchivedTable archive = world.archive(actor);

    assertThat(archive.items()).isEqualTo(world.items);
    String folder = "old/AWSDynamoDB/" + archive.exportId() + "/";
    assertThat(world.objects())
        .allMatch(key -> key.startsWith(folder))
        .contains(
            folder + "manifest-files.json",
            folder + "manifest-files.checksum",
            folder + "manifest-summary.json",
            folder + "manifest-summary.checksum");
    assertThat(world.dataFiles()).hasSizeGreaterThan(3);
    assertThat(world.notes("readings#" + DAY)).isEmpty();
    assertThat(World.ran(actor).outcomes()).isEmpty();
    assertThat(world.deleted).isEmpty();

    world.now = ArchiveWorld.PAST_RETENTION;
    World.settle(actor);
    assertThat(world.deleted).contains(DAY);
    assertThat(actor.archives()).hasSize(2).startsWith(archive);
  }

  @ParameterizedTest
  @EnumSource
  void run_archiveWasTamperedWith_keepsTheTable(Actor.Kind kind) {
    Actor actor = world.actor(kind);
    world.fill(actor);
    ArchivedTable unused = world.archive(actor);
    String file = world.dataFiles().get(0);
    world.s3.deleteObject(r -> r.bucket(world.bucket).key(file));
    world.now = ArchiveWorld.PAST_RETENTION;

    LifecycleReport report = World.ran(actor);

    assertThat(world.deleted).doesNotContain(DAY);
    assertThat(report.outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Delete)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.result()).isEqualTo(Result.FAILED);
              assertThat(outcome.cause())
                  .isInstanceOf(ArchiveDamagedException.class)
                  .hasMessageContaining(file);
            });
    world.s3.putObject(r -> r.bucket(world.bucket).key(file), RequestBody.fromString("other"));
    world.now = world.now.plusSeconds(60);
    assertThat(World.ran(actor).isComplete()).isFalse();
    assertThat(world.deleted).doesNotContain(DAY);

    actor.archiveAnew(DAY);
    World.settle(actor);
    assertThat(world.deleted).contains(DAY);
    actor.archiveAnew(DAY);
    assertThat(actor.archives().get(0).items()).isEqualTo(world.items);
    assertThat(actor.restore(RestoreOrder.of(DAY)).isDone()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = "SYNC")
  void run_latenessWasRaisedAfterTheArchive_keepsWhatCameSince(Actor.Kind kind) {
    Actor early = world.actor(kind);
    world.fill(early);
    ArchivedTable unused = world.archive(early);
    Duration more = Duration.ofHours(30);
    world.series = spec -> spec.lateness(more);
    Map<String, AttributeValue> late = ArchiveWorld.item(world.items + 1);
    TimeSeriesDynamoDbClient.builder(world.sync)
        .table(world.spec())
        .clock(() -> world.now)
        .build()
        .putItem(r -> r.tableName("readings").item(late));
    world.now = ArchiveWorld.PAST_RETENTION.plus(more);

    Actor actor = world.actor(kind);
    assertThat(World.ran(actor).outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Delete)
        .singleElement()
        .satisfies(
            outcome -> assertThat(outcome.cause()).isInstanceOf(ArchiveMismatchException.class));
    assertThat(world.deleted).doesNotContain(DAY);

    actor.archiveAnew(DAY);
    World.settle(actor);
    assertThat(world.deleted).contains(DAY);
    assertThat(actor.archives().get(0).items()).isEqualTo(world.items + 1);
  }

  @ParameterizedTest
  @EnumSource(names = "SYNC")
  void run_anotherBucketWasNamedMeanwhile_noArchive(Actor.Kind kind) {
    Actor actor = world.actor(kind);
    world.fill(actor);
    int[] notes = {0};
    world.also =
        call -> {
          if (call.isAfter() && call.operation().equals("TransactWriteItems") && ++notes[0] == 3) {
            throw new Error("the process ends");
          }
        };
    assertThatThrownBy(() -> World.ran(actor)).hasMessage("the process ends");
    world.also = call -> {};
    world.bucket = localS3.newBucket();
    world.now = world.now.plusSeconds(600);
    Actor other = world.actor(kind);

    assertThat(World.ran(other).isComplete()).isFalse();
    assertThat(other.archives()).isEmpty();

    other.archiveAnew(DAY);
    assertThat(world.archive(other).items()).isEqualTo(world.items);
  }

  @ParameterizedTest
  @EnumSource
  void run_somebodyWritesMeanwhile_noArchiveAndNoDelete(Actor.Kind kind) {
    Actor actor = world.actor(kind);
    world.fill(actor);
    int[] scans = {0};
    world.also =
        call -> {
          boolean isToVerify =
              call.request() instanceof ScanRequest scan && scan.totalSegments() == 4;
          if (isToVerify && scans[0]++ == 0) {
            world.sync.putItem(r -> r.tableName(DAY).item(ArchiveWorld.item(world.items + 1)));
          }
        };

    LifecycleReport report = World.ran(actor);

    assertThat(report.outcomes())
        .filteredOn(outcome -> outcome.action() instanceof TableAction.Archive)
        .singleElement()
        .satisfies(
            outcome -> {
              assertThat(outcome.result()).isEqualTo(Result.FAILED);
              assertThat(outcome.cause())
                  .isInstanceOf(ArchiveMismatchException.class)
                  .hasMessageContaining("150 items were written, 151 were read");
            });
    assertThat(actor.archives()).isEmpty();
    world.now = ArchiveWorld.PAST_RETENTION;
    assertThat(World.ran(actor).isComplete()).isFalse();
    assertThat(world.deleted).doesNotContain(DAY);

    actor.archiveAnew(DAY);
    assertThat(actor.archive()).allMatch(LifecycleReport::isComplete);
    assertThat(actor.archive().get(0).outcomes()).isEmpty();
    assertThat(actor.archives().get(0).items()).isEqualTo(world.items + 1);
  }
}
