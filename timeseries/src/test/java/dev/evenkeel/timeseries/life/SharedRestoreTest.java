package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.timeseries.ArchiveWorker;
import dev.evenkeel.timeseries.internal.plan.restore.ArchiveWork;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Restores whose passes workers share end as those of one process, whoever dies or comes twice. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SharedRestoreTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final String TARGET = "back";
  private static final String JOB = "audit";
  private static final RestoreOrder ALONE = RestoreOrder.of(DAY).to(TARGET);
  private static final RestoreOrder SHARED = ALONE.sharing(JOB);

  private final ArchiveFixture fixture;
  private Actor actor;
  private Set<Map<String, AttributeValue>> before;

  SharedRestoreTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 150);
  }

  @BeforeEach
  void archive() {
    actor = fixture.actor(Actor.Kind.SYNC);
    fixture.fill(actor);
    before = fixture.rows(DAY);
    ArchivedTable unused = fixture.archive(actor);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private Sender<Object> servers() {
    return Sender.sync(fixture.sync, ObjectCalls.sync(fixture.s3));
  }

  /** Works until no segment that there is now is left. */
  private long work(HastyProcess process) {
    SharedPass job = SharedPass.of("control", JOB).lanes(2).until(this::isRead);
    return SyncRunner.create()
        .run(
            ArchiveWork.flow(List.of(fixture.spec()), job, process::nanos), process, Deadline.NONE);
  }

  private long work() {
    return work(new HastyProcess(servers()));
  }

  private boolean isRead() {
    return rowsOfJobs().stream()
        .filter(item -> item.get("sk").s().startsWith("segment#"))
        .allMatch(item -> item.get("state").s().equals("DONE"));
  }

  private List<Map<String, AttributeValue>> rowsOfJobs() {
    return fixture.rows("control").stream()
        .filter(item -> item.get("pk").s().startsWith("job#"))
        .toList();
  }

  private void assertUnderWay(String doing) {
    RestoreReport report = actor.restore(SHARED);
    assertThat(report.state()).isEqualTo(State.UNDER_WAY);
    assertThat(report.detail()).contains("workers of job 'audit' have " + doing);
  }

  private void assertDone(RestoreOrder order) {
    RestoreReport report = actor.restore(order);
    assertThat(report).isEqualTo(new RestoreReport(TARGET, State.DONE, 150, 150, ""));
    assertThat(fixture.rows(TARGET)).isEqualTo(before);
    assertThat(rowsOfJobs()).isEmpty();
    assertThat(fixture.notes("readings#restore#" + TARGET)).isEmpty();
  }

  /** From files that are checked to the end. */
  private void writeAndVerify() {
    assertUnderWay("written");
    work();
    assertUnderWay("verified");
    work();
    assertDone(SHARED);
  }

  @KindsInTurn
  void restore_oneWorker_bringsEveryItemBack(Actor.Kind kind) {
    actor = fixture.actor(kind);
    assertUnderWay("checked");
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(TARGET);
    assertThat(work()).isEqualTo(150);
    assertUnderWay("written");
    assertThat(work()).isEqualTo(150);
    assertUnderWay("verified");
    assertThat(work()).isEqualTo(150);
    assertDone(SHARED);
    assertThat(
            ArchiveWorker.of(List.of(fixture.spec()), fixture.sync, fixture.s3)
                .work(SharedPass.of("control", JOB)))
        .isZero();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {9, 24})
  void restore_workerDiesWhileItWrites_isTakenOver(int requests) {
    assertUnderWay("checked");
    assertThatThrownBy(() -> work(new HastyProcess(servers()).dyingAfter(requests)))
        .hasMessageContaining("dead");
    work();
    assertUnderWay("written");
    assertThatThrownBy(() -> work(new HastyProcess(servers()).dyingAfter(requests)))
        .hasMessageContaining("dead");
    work();
    assertUnderWay("verified");
    work();
    assertDone(SHARED);
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {30})
  void restore_workerWakesUpAfterTheEnd_leavesTheTableAlone(int requests) {
    assertUnderWay("checked");
    work();
    assertUnderWay("written");
    CountDownLatch awake = new CountDownLatch(1);
    CompletableFuture<Long> late =
        CompletableFuture.supplyAsync(
            () -> work(new HastyProcess(servers()).freezingAfter(requests, awake)));
    work();
    assertUnderWay("verified");
    work();
    assertDone(SHARED);
    Set<Map<String, AttributeValue>> items = Set.copyOf(fixture.rows(TARGET));
    items.forEach(
        item -> {
          Map<String, AttributeValue> mine = new HashMap<>(item);
          mine.put("place", AttributeValue.fromS("mine"));
          fixture.sync.putItem(r -> r.tableName(TARGET).item(mine));
        });

    awake.countDown();
    late.join();

    long others =
        fixture.rows(TARGET).stream().filter(r -> !r.get("place").s().equals("mine")).count();
    // one batch at most was between its look and its request, for each of two lanes
    assertThat(others).isLessThanOrEqualTo(50);
  }

  @Tag("deep")
  @Test
  void restore_aCallWithoutTheJob_takesItFromTheWorkers() {
    assertUnderWay("checked");
    work();
    assertUnderWay("written");
    assertThatThrownBy(() -> work(new HastyProcess(servers()).dyingAfter(16)))
        .hasMessageContaining("dead");
    assertDone(ALONE);
    assertThat(work()).isZero();
  }

  @Tag("deep")
  @Test
  void restore_workersJoinLater_goOnWithIt() {
    actor = fixture.dyingBefore("CreateTable");
    assertThatThrownBy(() -> actor.restore(ALONE)).isInstanceOf(Error.class);
    actor = fixture.actor(Actor.Kind.SYNC);
    fixture.now = fixture.now.plusSeconds(600);
    writeAndVerify();
  }

  @Tag("deep")
  @Test
  void work_restOfARestoreThatEnded_isLeftAlone() {
    assertUnderWay("checked");
    work();
    assertUnderWay("written");
    List<Map<String, AttributeValue>> rows = rowsOfJobs();
    assertDone(ALONE);
    rows.forEach(row -> fixture.sync.putItem(r -> r.tableName("control").item(row)));

    assertThat(work()).isZero();

    assertThat(fixture.rows(TARGET)).isEqualTo(before);
  }

  @Test
  void work_damagedFile_failsBeforeThereIsATable() {
    String file = fixture.dataFiles().get(0);
    long length = fixture.s3.headObject(r -> r.bucket(fixture.bucket).key(file)).contentLength();
    RequestBody other = RequestBody.fromBytes(new byte[Math.toIntExact(length)]);
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(file), other);
    assertUnderWay("checked");

    assertThatThrownBy(this::work).isInstanceOf(ArchiveException.class).hasMessageContaining(file);

    assertUnderWay("checked");
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(TARGET);
    assertThatThrownBy(() -> actor.restore(ALONE)).isInstanceOf(ArchiveException.class);
    assertThat(rowsOfJobs()).isEmpty();
  }
}
