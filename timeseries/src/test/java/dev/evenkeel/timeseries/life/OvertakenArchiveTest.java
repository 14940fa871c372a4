package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.lease.LeaseLostException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Runs and restores that stand still right before a write to the control table, until others have
 * gone far beyond: what they write then must come to nothing.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class OvertakenArchiveTest {
  private static final String DAY = ArchiveWorld.DAY;
  private static final String TARGET = DAY + "-restored";
  private static final String NOTES = "readings#" + DAY;

  private final ArchiveWorld world;

  OvertakenArchiveTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.world = new ArchiveWorld(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    world.removeTables();
  }

  private Actor other() {
    return world.actor(call -> {});
  }

  /** Stands still before the first write whose text has all of this, and lets something happen. */
  private Actor pausedBefore(Runnable meanwhile, String... words) {
    AtomicBoolean isOver = new AtomicBoolean();
    return world.actor(
        call -> {
          boolean isWrite =
              Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems")
                  .contains(call.operation());
          String said = call.request().toString();
          if (isWrite && !call.isAfter() && List.of(words).stream().allMatch(said::contains)) {
            if (isOver.compareAndSet(false, true)) {
              world.now = world.now.plusSeconds(600);
              meanwhile.run();
            }
          }
        });
  }

  /** What makes an archive worthless, and has another made. */
  private ArchivedTable another(Actor actor, ArchivedTable first) {
    spoil(first);
    actor.archiveAnew(DAY);
    ArchivedTable second = world.archive(actor);
    assertThat(second.exportId()).isNotEqualTo(first.exportId());
    return second;
  }

  private void spoil(ArchivedTable archive) {
    String key = archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/manifest-summary.json";
    world.s3.deleteObject(r -> r.bucket(world.bucket).key(key));
  }

  private ArchivedTable archiveOfDay() {
    return other().archives().stream()
        .filter(archive -> archive.tableName().equals(DAY))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void run_pausedBeforeTheCatalogue_replacesNoLaterArchive() {
    world.fill(other());
    Set<Map<String, AttributeValue>> rows = world.rows(DAY);
    Actor paused =
        pausedBefore(
            () -> {
              ArchivedTable unused = another(other(), world.archive(other()));
              world.now = ArchiveWorld.PAST_RETENTION;
              assertThat(World.ran(other()).isComplete()).isTrue();
              assertThat(world.sync.listTables().tableNames()).doesNotContain(DAY);
            },
            "#archives",
            "manifest");

    LifecycleReport report = World.ran(paused);

    assertThat(report.failure()).isInstanceOf(LeaseLostException.class);
    assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
    assertThat(world.rows(TARGET)).as("the table is gone, all is in its archive").isEqualTo(rows);
  }

  @Test
  void run_pausedBeforeItsNotesGo_takesNoneOfALaterArchive() {
    world.fill(other());
    List<Map<String, AttributeValue>> before = new ArrayList<>();
    Actor paused =
        pausedBefore(
            () -> {
              assertThat(World.ran(other()).isComplete()).isTrue();
              spoil(archiveOfDay());
              other().archiveAnew(DAY);
              int[] notes = {0};
              Actor dying =
                  world.actor(
                      call -> {
                        if (call.operation().equals("TransactWriteItems") && ++notes[0] == 6) {
                          throw new Error("the process ends");
                        }
                      });
              assertThatThrownBy(() -> World.ran(dying)).hasMessage("the process ends");
              before.addAll(world.notes(NOTES));
            },
            NOTES,
            "file#00000#0000000",
            "Delete");

    LifecycleReport report = World.ran(paused);

    assertThat(report.failure()).isInstanceOf(LeaseLostException.class);
    assertThat(before).hasSizeGreaterThan(1);
    assertThat(world.notes(NOTES)).isEqualTo(before);
    world.now = world.now.plusSeconds(600);
    assertThat(world.archive(other()).items()).isEqualTo(60);
    assertThat(world.notes(NOTES)).isEmpty();
  }

  /** Its header would bring notes back of which the archive was given up. */
  @Test
  void run_pausedBeforeItsHeader_bringsNoneBackThatIsGone() {
    world.fill(other());
    Actor paused =
        pausedBefore(
            () -> {
              world.series = spec -> spec.lateness(Duration.ofHours(30));
              assertThat(World.ran(other()).isComplete()).isTrue();
              world.sync.putItem(r -> r.tableName(DAY).item(ArchiveWorld.item(61)));
              world.series = spec -> spec;
            },
            NOTES,
            "sk=AttributeValue(S=archive)",
            "written=");

    LifecycleReport report = World.ran(paused);

    assertThat(report.failure()).isInstanceOf(LeaseLostException.class);
    assertThat(world.notes(NOTES))
        .isNotEmpty()
        .noneMatch(note -> note.get("sk").s().equals("archive"));
    World.settle(other());
    assertThat(archiveOfDay().items()).isEqualTo(61);
  }

  /** Both are at one target; the one that was overtaken leaves what the other made. */
  @Test
  void restore_pausedBeforeCreateTable_leavesTheTableOfAnother() {
    world.fill(other());
    ArchivedTable unused = world.archive(other());
    AtomicBoolean isOver = new AtomicBoolean();
    Actor paused =
        world.actor(
            call -> {
              if (call.operation().equals("CreateTable") && isOver.compareAndSet(false, true)) {
                world.now = world.now.plusSeconds(300);
                assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
              }
            });

    assertThatThrownBy(() -> paused.restore(RestoreOrder.of(DAY)))
        .isInstanceOf(LeaseLostException.class);

    assertThat(world.rows(TARGET)).isEqualTo(world.rows(DAY)).hasSize(60);
    assertThat(world.notes("readings#restore#" + TARGET)).isEmpty();
    assertThat(archiveOfDay().restoredAs()).isEqualTo(TARGET);
  }

  @Test
  void restore_pausedBeforeTheCatalogue_hidesNoLaterRestore() {
    world.fill(other());
    ArchivedTable unused = world.archive(other());
    RestoreOrder elsewhere = RestoreOrder.of(DAY).to("elsewhere");
    Actor paused =
        pausedBefore(
            () -> {
              assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
              world.drop(TARGET);
              assertThat(other().restore(elsewhere).isDone()).isTrue();
            },
            "#archives",
            "#restored = :restored");

    assertThatThrownBy(() -> paused.restore(RestoreOrder.of(DAY)))
        .isInstanceOf(LeaseLostException.class);

    assertThat(archiveOfDay().restoredAs()).isEqualTo("elsewhere");
  }

  @Test
  void restore_archiveIsGivenUpMeanwhile_saysSoAndCanBeginAgain() {
    world.fill(other());
    ArchivedTable first = world.archive(other());
    Actor paused =
        pausedBefore(
            () -> {
              ArchivedTable second = another(other(), first);
              assertThat(second.restoredAs()).isNull();
            },
            "#archives",
            "#restored = :restored");

    assertThatThrownBy(() -> paused.restore(RestoreOrder.of(DAY)))
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("archive '%s' was given up for another".formatted(first.exportId()));

    assertThat(archiveOfDay().restoredAs()).isNull();
    world.drop(TARGET);
    assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
  }

  @Test
  void restore_notesAreOfAnArchiveThatWasGivenUp_beginsAgain() {
    world.fill(other());
    ArchivedTable first = world.archive(other());
    Actor dying = world.dyingBefore("CreateTable");
    assertThatThrownBy(() -> dying.restore(RestoreOrder.of(DAY))).hasMessage("the process ends");
    assertThatThrownBy(() -> other().restore(RestoreOrder.of("readings_2026-03-11").to(TARGET)))
        .isInstanceOf(RefusedOperationException.class);
    ArchivedTable unused = another(other(), first);

    assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();

    assertThat(world.rows(TARGET)).isEqualTo(world.rows(DAY)).hasSize(60);
  }

  /** The ledger says already that it is to be deleted, so nothing new is to be written there. */
  @Test
  void run_standsStillBeforeADeleteBegunBefore_deletesNothingThatWasReopened() {
    world.series = spec -> spec.latePolicy(LatePolicy.ACCEPT);
    world.fill(other());
    ArchivedTable unused = world.archive(other());
    world.now = ArchiveWorld.PAST_RETENTION;
    Actor dying = world.dyingBefore("DeleteTable");
    assertThatThrownBy(() -> World.ran(dying)).hasMessage("the process ends");
    AtomicBoolean isOver = new AtomicBoolean();
    Actor paused =
        world.actor(
            call -> {
              String said = call.request().toString();
              boolean isProof =
                  call.operation().equals("GetItem")
                      && said.contains("#archives")
                      && said.contains(DAY);
              if (isProof && call.isAfter() && isOver.compareAndSet(false, true)) {
                world.now = world.now.plusSeconds(600);
                world.kept = Duration.ofDays(6);
                world.method = policy -> policy.age(Duration.ofDays(5));
                assertThat(World.ran(other()).isComplete()).isTrue();
                assertThat(other().archives()).isEmpty();
              }
            });

    LifecycleReport report = World.ran(paused);

    assertThat(isOver).isTrue();
    assertThat(report.isComplete()).isFalse();
    assertThat(world.sync.describeTable(r -> r.tableName(DAY)).table().itemCount()).isEqualTo(60);
  }
}
