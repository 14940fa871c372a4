package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.internal.plan.restore.ArchiveWork;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Workers stay from the restore of a companion to that of its items. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SharedCompanionTest {
  private static final String ROWS = "chunks_2026-03-10";
  private static final RestoreOrder SHARED =
      RestoreOrder.of(ArchiveFixture.DAY).sharing(SharedRestoreFixture.JOB);
  private static final Duration STAY = Duration.ofSeconds(10);

  private final ArchiveFixture fixture;

  /** For how long a worker stayed when the companion was back. */
  private Duration stayed = Duration.ZERO;

  SharedCompanionTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 25);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private List<TimeSeriesSpec> specs() {
    TimeSeriesSpec items = fixture.spec();
    return List.of(items, items.companion("chunks").template(items.template()).build());
  }

  private Actor actor() {
    return Actor.sync(
        CallWatch.sync(fixture.sync, this::watched),
        fixture.s3,
        null,
        builder -> {
          specs().forEach(builder::table);
          builder
              .controlTable("control")
              .deletes(5)
              .virtualTime(
                  () -> fixture.now, pause -> fixture.now = fixture.now.plus(pause.dividedBy(2)));
        });
  }

  /** Workers find nothing of the companion once its row is gone. */
  private void watched(CallWatch.Call call) {
    if (call.isAfter()
        && call.operation().equals("DeleteItem")
        && call.request().toString().contains("#restores")
        && call.request().toString().contains(ROWS)) {
      HastyProcess process = process();
      worked(process, () -> process.nanos() > STAY.toNanos());
      stayed = Duration.ofNanos(process.nanos());
    }
  }

  private HastyProcess process() {
    return new HastyProcess(Sender.sync(fixture.sync, ObjectCalls.sync(fixture.s3)));
  }

  private void worked(HastyProcess process, BooleanSupplier stop) {
    SharedPass job = SharedPass.of("control", SharedRestoreFixture.JOB).until(stop);
    long unused =
        SyncRunner.create()
            .run(ArchiveWork.flow(specs(), job, process::nanos), process, Deadline.NONE);
  }

  private boolean isRead() {
    return fixture.rows("control").stream()
        .filter(row -> row.get("sk").s().startsWith("segment#"))
        .allMatch(row -> row.get("state").s().equals("DONE"));
  }

  @Tag("deep")
  @Test
  void restore_companionIsBackBeforeItsItems_workersStay() {
    Actor actor = actor();
    actor.createControlTable();
    actor.run();
    fixture.sync.putItem(put -> put.tableName(ROWS).item(ArchiveFixture.item(1)));
    fixture.sync.batchWriteItem(
        batch -> batch.requestItems(Map.of(ArchiveFixture.DAY, List.of(ArchiveFixture.put(1)))));
    fixture.now = ArchiveFixture.DUE.minusSeconds(60);
    actor.run();
    fixture.now = ArchiveFixture.DUE;
    for (int run = 0; run < 5 && actor.archives().size() < 2; run++) {
      actor.run();
    }
    fixture.drop(ROWS);

    RestoreReport report = actor.restore(SHARED);
    for (int call = 0; call < 10 && report.state() == State.UNDER_WAY; call++) {
      worked(process(), this::isRead);
      report = actor.restore(SHARED);
    }

    assertThat(report.state()).as("%s", report).isEqualTo(State.DONE);
    assertThat(stayed).isGreaterThan(STAY);
    assertThat(fixture.rows("control")).noneMatch(row -> row.get("pk").s().startsWith("job#"));
    assertThat(fixture.rows(ROWS + RestoreOrder.SUFFIX)).hasSize(1);
  }
}
