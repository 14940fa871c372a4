package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.spec.LatePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException.Reason;
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
  private static final String DAY = ArchiveFixture.DAY;
  private static final String TARGET = DAY + "-restored";
  private static final String NOTES = "readings#" + DAY;

  private final ArchiveFixture fixture;

  OvertakenArchiveTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 60);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private Actor other() {
    return fixture.actor(call -> {});
  }

  /** Stands still before the first write whose text has all of this, and lets something happen. */
  private Actor pausedBefore(Runnable meanwhile, String... words) {
    AtomicBoolean isOver = new AtomicBoolean();
    return fixture.actor(
        call -> {
          boolean isWrite =
              Set.of("PutItem", "UpdateItem", "DeleteItem", "TransactWriteItems")
                  .contains(call.operation());
          String request = call.request().toString();
          if (isWrite && !call.isAfter() && List.of(words).stream().allMatch(request::contains)) {
            if (isOver.compareAndSet(false, true)) {
              fixture.now = fixture.now.plusSeconds(600);
              meanwhile.run();
            }
          }
        });
  }

  /** Makes an archive worthless, and restarts it. */
  private ArchivedTable another(Actor actor, ArchivedTable first) {
    spoil(first);
    actor.restartArchive(DAY);
    ArchivedTable second = fixture.archive(actor);
    assertThat(second.exportId()).isNotEqualTo(first.exportId());
    return second;
  }

  private void spoil(ArchivedTable archive) {
    String key = archive.prefix() + "AWSDynamoDB/" + archive.exportId() + "/manifest-summary.json";
    fixture.s3.deleteObject(r -> r.bucket(fixture.bucket).key(key));
  }

  private ArchivedTable archiveOfDay() {
    return other().archives().stream()
        .filter(archive -> archive.tableName().equals(DAY))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void run_pausedBeforeTheCatalogue_replacesNoLaterArchive() {
    fixture.fill(other());
    Set<Map<String, AttributeValue>> rows = fixture.rows(DAY);
    Actor paused =
        pausedBefore(
            () -> {
              ArchivedTable unused = another(other(), fixture.archive(other()));
              fixture.now = ArchiveFixture.PAST_RETENTION;
              assertThat(LifecycleFixture.ran(other()).isComplete()).isTrue();
              assertThat(fixture.sync.listTables().tableNames()).doesNotContain(DAY);
            },
            "#archives",
            "manifest");

    LifecycleReport report = LifecycleFixture.ran(paused);

    assertThat(report.failure())
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));
    assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
    assertThat(fixture.rows(TARGET)).as("the table is gone, all is in its archive").isEqualTo(rows);
  }

  @Test
  void run_pausedBeforeItsNotesGo_takesNoneOfALaterArchive() {
    fixture.fill(other());
    List<Map<String, AttributeValue>> before = new ArrayList<>();
    Actor paused =
        pausedBefore(
            () -> {
              assertThat(LifecycleFixture.ran(other()).isComplete()).isTrue();
              spoil(archiveOfDay());
              other().restartArchive(DAY);
              int[] notes = {0};
              Actor dying =
                  fixture.dyingAt(
                      call -> call.operation().equals("TransactWriteItems") && ++notes[0] == 6);
              assertThatThrownBy(() -> LifecycleFixture.ran(dying)).hasMessage("the process ends");
              before.addAll(fixture.notes(NOTES));
            },
            NOTES,
            "file#00000#0000000",
            "Delete");

    LifecycleReport report = LifecycleFixture.ran(paused);

    assertThat(report.failure())
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));
    assertThat(before).hasSizeGreaterThan(1);
    assertThat(fixture.notes(NOTES)).isEqualTo(before);
    fixture.now = fixture.now.plusSeconds(600);
    assertThat(fixture.archive(other()).items()).isEqualTo(60);
    assertThat(fixture.notes(NOTES)).isEmpty();
  }

  /** Its header would bring notes back of which the archive was given up. */
  @Test
  void run_pausedBeforeItsHeader_bringsNoneBackThatIsGone() {
    fixture.fill(other());
    Actor paused =
        pausedBefore(
            () -> {
              fixture.series = spec -> spec.lateness(Duration.ofHours(30));
              assertThat(LifecycleFixture.ran(other()).isComplete()).isTrue();
              fixture.sync.putItem(r -> r.tableName(DAY).item(ArchiveFixture.item(61)));
              fixture.series = spec -> spec;
            },
            NOTES,
            "sk=AttributeValue(S=archive)",
            "written=");

    LifecycleReport report = LifecycleFixture.ran(paused);

    assertThat(report.failure())
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));
    assertThat(fixture.notes(NOTES))
        .isNotEmpty()
        .noneMatch(note -> note.get("sk").s().equals("archive"));
    LifecycleFixture.settle(other());
    assertThat(archiveOfDay().items()).isEqualTo(61);
  }

  /** Both are at one target; the one that was overtaken leaves what the other made. */
  @Test
  void restore_pausedBeforeCreateTable_leavesTheTableOfAnother() {
    fixture.fill(other());
    ArchivedTable unused = fixture.archive(other());
    AtomicBoolean isOver = new AtomicBoolean();
    Actor paused =
        fixture.actor(
            call -> {
              if (call.operation().equals("CreateTable") && isOver.compareAndSet(false, true)) {
                fixture.now = fixture.now.plusSeconds(300);
                assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
              }
            });

    assertThatThrownBy(() -> paused.restore(RestoreOrder.of(DAY)))
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));

    assertThat(fixture.rows(TARGET)).isEqualTo(fixture.rows(DAY)).hasSize(60);
    assertThat(fixture.notes("readings#restore#" + TARGET)).isEmpty();
    assertThat(archiveOfDay().restoredAs()).isEqualTo(TARGET);
  }

  @Test
  void restore_pausedBeforeTheCatalogue_hidesNoLaterRestore() {
    fixture.fill(other());
    ArchivedTable unused = fixture.archive(other());
    RestoreOrder elsewhere = RestoreOrder.of(DAY).to("elsewhere");
    Actor paused =
        pausedBefore(
            () -> {
              assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
              fixture.drop(TARGET);
              assertThat(other().restore(elsewhere).isDone()).isTrue();
            },
            "#archives",
            "#restored = :restored");

    assertThatThrownBy(() -> paused.restore(RestoreOrder.of(DAY)))
        .matches(failure -> LifecycleException.is(failure, Reason.LEASE_LOST));

    assertThat(archiveOfDay().restoredAs()).isEqualTo("elsewhere");
  }

  @Test
  void restore_archiveIsGivenUpMeanwhile_saysSoAndCanBeginAgain() {
    fixture.fill(other());
    ArchivedTable first = fixture.archive(other());
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
    fixture.drop(TARGET);
    assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();
  }

  @Test
  void restore_notesAreOfAnArchiveThatWasGivenUp_beginsAgain() {
    fixture.fill(other());
    ArchivedTable first = fixture.archive(other());
    Actor dying = fixture.dyingBefore("CreateTable");
    assertThatThrownBy(() -> dying.restore(RestoreOrder.of(DAY))).hasMessage("the process ends");
    assertThatThrownBy(() -> other().restore(RestoreOrder.of("readings_2026-03-11").to(TARGET)))
        .isInstanceOf(RefusedOperationException.class);
    ArchivedTable unused = another(other(), first);

    assertThat(other().restore(RestoreOrder.of(DAY)).isDone()).isTrue();

    assertThat(fixture.rows(TARGET)).isEqualTo(fixture.rows(DAY)).hasSize(60);
  }

  /** The ledger says already that it is to be deleted, so nothing new is to be written there. */
  @Test
  void run_standsStillBeforeADeleteBegunBefore_deletesNothingThatWasReopened() {
    fixture.series = spec -> spec.latePolicy(LatePolicy.ACCEPT);
    fixture.fill(other());
    ArchivedTable unused = fixture.archive(other());
    fixture.now = ArchiveFixture.PAST_RETENTION;
    Actor dying = fixture.dyingBefore("DeleteTable");
    assertThatThrownBy(() -> LifecycleFixture.ran(dying)).hasMessage("the process ends");
    AtomicBoolean isOver = new AtomicBoolean();
    Actor paused =
        fixture.actor(
            call -> {
              String request = call.request().toString();
              boolean isProof =
                  call.operation().equals("GetItem")
                      && request.contains("#archives")
                      && request.contains(DAY);
              if (isProof && call.isAfter() && isOver.compareAndSet(false, true)) {
                fixture.now = fixture.now.plusSeconds(600);
                fixture.kept = Duration.ofDays(6);
                fixture.method = policy -> policy.age(Duration.ofDays(5));
                assertThat(LifecycleFixture.ran(other()).isComplete()).isTrue();
                assertThat(other().archives()).isEmpty();
              }
            });

    LifecycleReport report = LifecycleFixture.ran(paused);

    assertThat(isOver).isTrue();
    assertThat(report.isComplete()).isFalse();
    assertThat(fixture.sync.describeTable(r -> r.tableName(DAY)).table().itemCount()).isEqualTo(60);
  }
}
