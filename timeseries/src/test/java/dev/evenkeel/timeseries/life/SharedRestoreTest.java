package dev.evenkeel.timeseries.life;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.ArchiveWorker;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
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
  private static final String TARGET = SharedRestoreFixture.TARGET;
  private static final String JOB = SharedRestoreFixture.JOB;
  private static final RestoreOrder ALONE = SharedRestoreFixture.ALONE;
  private static final RestoreOrder SHARED = SharedRestoreFixture.SHARED;

  private final ArchiveFixture fixture;
  private SharedRestoreFixture shared;

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
    shared = new SharedRestoreFixture(fixture);
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  @KindsInTurn
  void restore_oneWorker_bringsEveryItemBack(Kind kind) {
    shared.actor = fixture.actor(kind);
    shared.assertUnderWay("checked");
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(TARGET);
    assertThat(shared.work()).isEqualTo(150);
    shared.assertUnderWay("written");
    assertThat(shared.work()).isEqualTo(150);
    shared.assertUnderWay("verified");
    assertThat(shared.work()).isEqualTo(150);
    shared.assertDone(SHARED);
    assertThat(
            ArchiveWorker.of(List.of(fixture.spec()), fixture.sync, fixture.s3)
                .work(SharedPass.of("control", JOB)))
        .isZero();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {9, 24})
  void restore_workerDiesWhileItWrites_isTakenOver(int requests) {
    shared.assertUnderWay("checked");
    assertThatThrownBy(() -> shared.work(new HastyProcess(shared.servers()).dyingAfter(requests)))
        .hasMessageContaining("dead");
    shared.work();
    shared.assertUnderWay("written");
    assertThatThrownBy(() -> shared.work(new HastyProcess(shared.servers()).dyingAfter(requests)))
        .hasMessageContaining("dead");
    shared.work();
    shared.assertUnderWay("verified");
    shared.work();
    shared.assertDone(SHARED);
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {24, 30})
  void restore_workerWakesUpAfterTheEnd_leavesTheTableAlone(int requests) {
    shared.assertUnderWay("checked");
    shared.work();
    shared.assertUnderWay("written");
    CountDownLatch awake = new CountDownLatch(1);
    CompletableFuture<Long> late =
        CompletableFuture.supplyAsync(
            () -> shared.work(new HastyProcess(shared.servers()).freezingAfter(requests, awake)));
    shared.work();
    shared.assertUnderWay("verified");
    shared.work();
    shared.assertDone(SHARED);
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
    shared.assertUnderWay("checked");
    shared.work();
    shared.assertUnderWay("written");
    assertThatThrownBy(() -> shared.work(new HastyProcess(shared.servers()).dyingAfter(16)))
        .hasMessageContaining("dead");
    shared.assertDone(ALONE);
    assertThat(shared.work()).isZero();
  }

  @Tag("deep")
  @Test
  void restore_workersJoinLater_goOnWithIt() {
    shared.actor = fixture.dyingBefore("CreateTable");
    assertThatThrownBy(() -> shared.actor.restore(ALONE)).isInstanceOf(Error.class);
    shared.actor = fixture.actor(Kind.SYNC);
    fixture.now = fixture.now.plusSeconds(600);
    shared.writeAndVerify();
  }

  @Tag("deep")
  @Test
  void work_restOfARestoreThatEnded_isLeftAlone() {
    shared.assertUnderWay("checked");
    shared.work();
    shared.assertUnderWay("written");
    List<Map<String, AttributeValue>> rows = shared.rowsOfJobs();
    shared.assertDone(ALONE);
    rows.forEach(row -> fixture.sync.putItem(r -> r.tableName("control").item(row)));

    assertThat(shared.work()).isZero();

    assertThat(fixture.rows(TARGET)).isEqualTo(shared.before);
  }

  @Tag("deep")
  @Test
  void work_damagedFile_failsBeforeThereIsATable() {
    String file = fixture.dataFiles().get(0);
    long length = fixture.s3.headObject(r -> r.bucket(fixture.bucket).key(file)).contentLength();
    RequestBody other = RequestBody.fromBytes(new byte[Math.toIntExact(length)]);
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(file), other);
    shared.assertUnderWay("checked");

    assertThatThrownBy(shared::work)
        .isInstanceOf(ArchiveException.class)
        .hasMessageContaining(file);

    shared.assertUnderWay("checked");
    assertThat(fixture.sync.listTables().tableNames()).doesNotContain(TARGET);
    assertThatThrownBy(() -> shared.actor.restore(ALONE)).isInstanceOf(ArchiveException.class);
    assertThat(shared.rowsOfJobs()).isEmpty();
  }

  /** A worker that begins later than the call that made the table finds the mark. */
  @Test
  void work_archiveIsMarkedAsGivenUpMeanwhile_isRefusedAsACallIs() {
    shared.assertUnderWay("checked");
    shared.work();
    shared.assertUnderWay("written");
    String mark = fixture.dataFiles().get(0).replaceFirst("data/.*", "_given-up");
    fixture.s3.putObject(r -> r.bucket(fixture.bucket).key(mark), RequestBody.fromString("x"));
    Throwable ofCall = catchThrowable(() -> shared.actor.restore(SHARED));

    assertThatThrownBy(shared::work)
        .isInstanceOf(RefusedOperationException.class)
        .hasMessageContaining("which was given up")
        .hasMessage(ofCall.getMessage());

    assertThat(fixture.rows(TARGET)).isEmpty();
  }
}
