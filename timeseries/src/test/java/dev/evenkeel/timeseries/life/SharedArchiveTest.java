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
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.timeseries.ArchiveWorker;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigester;
import dev.evenkeel.timeseries.internal.plan.restore.ArchiveWork;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport.Result;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.s3.S3AsyncClient;
import software.amazon.awssdk.services.s3.S3Client;

/** Archives whose scans workers share end as those of one process, whoever dies or comes twice. */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
class SharedArchiveTest {
  private static final String DAY = ArchiveFixture.DAY;
  private static final String JOB = "nightly";

  private final ArchiveFixture fixture;
  private Actor actor;

  SharedArchiveTest(
      LocalS3 localS3,
      DynamoDbClient sync,
      DynamoDbAsyncClient async,
      S3Client s3,
      S3AsyncClient s3Async) {
    this.fixture = new ArchiveFixture(localS3, sync, async, s3, s3Async, 200);
  }

  @BeforeEach
  void begin() {
    fixture.job = JOB;
    actor = fixture.actor(Kind.SYNC);
    fixture.fill(actor);
    runWithoutEnd();
  }

  @AfterEach
  void removeTables() {
    fixture.removeTables();
  }

  private void runWithoutEnd() {
    assertThat(LifecycleFixture.ran(actor).outcomes()).isNotEmpty();
    assertThat(actor.archives()).isEmpty();
  }

  private Sender<Object> servers() {
    return Sender.sync(fixture.sync, ObjectCalls.sync(fixture.s3));
  }

  /** Works until no segment that there is now is left. */
  private long work(HastyProcess process) {
    SharedPass job = SharedPass.of("control", JOB).lanes(2).until(this::isScanned);
    return SyncRunner.create()
        .run(
            ArchiveWork.flow(List.of(fixture.spec()), job, process::nanos), process, Deadline.NONE);
  }

  private long work() {
    return work(new HastyProcess(servers()));
  }

  private boolean isScanned() {
    return fixture
        .sync
        .scanPaginator(r -> r.tableName("control").consistentRead(true))
        .items()
        .stream()
        .filter(item -> item.get("sk").s().startsWith("segment#"))
        .allMatch(item -> item.get("state").s().equals("DONE"));
  }

  /** The archive has exactly the items of the table, in exactly its files, and can be restored. */
  private void assertEnd() {
    ArchivedTable archive = actor.archives().get(0);
    ContentDigester digester = new ContentDigester();
    fixture.rows(DAY).forEach(digester::add);
    assertThat(archive.items()).isEqualTo(fixture.items);
    assertThat(archive.digest()).isEqualTo(digester.digest().text());
    assertNothingIsShared();
    assertThat(fixture.notes("readings#" + DAY)).isEmpty();
    List<Map<String, AttributeValue>> before = List.copyOf(fixture.rows(DAY));
    assertThat(actor.restore(RestoreOrder.of(DAY).to("back")).isDone()).isTrue();
    assertThat(fixture.rows("back")).containsExactlyInAnyOrderElementsOf(before);
  }

  private void assertNothingIsShared() {
    assertThat(
            fixture.sync.scanPaginator(r -> r.tableName("control")).items().stream()
                .map(item -> item.get("pk").s())
                .filter(key -> key.startsWith("job#")))
        .isEmpty();
  }

  /** Runs begin the second scan and end the archive, workers do what is between. */
  private void end() {
    runWithoutEnd();
    work();
    runToTheEnd();
    assertEnd();
  }

  private void runToTheEnd() {
    LifecycleReport report = LifecycleFixture.ran(actor);
    assertThat(report.isComplete()).as("%s", report).isTrue();
    assertThat(actor.archives()).hasSize(1);
  }

  @Test
  void work_workerHasAnotherPlace_leavesTheArchiveAlone() {
    String first = fixture.bucket;
    fixture.bucket = first + "-other";

    assertThat(work()).isZero();

    fixture.bucket = first;
    assertThat(fixture.dataFiles()).isEmpty();
    work();
    end();
  }

  @Tag("deep")
  @Test
  void work_oneWorker_writesAndVerifiesAll() {
    assertThat(work()).isEqualTo(fixture.items);
    fixture.job = null; // a run that knows of no job goes on with the archive as it has begun
    actor = fixture.actor(Kind.ASYNC);
    runWithoutEnd();
    assertThat(work()).isEqualTo(fixture.items);
    runToTheEnd();

    assertEnd();
    assertThat(
            ArchiveWorker.of(List.of(fixture.spec()), fixture.sync, fixture.s3)
                .work(SharedPass.of("control", JOB)))
        .isZero();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {8, 16, 24})
  void work_workerDies_isTakenOver(int requests) {
    assertThatThrownBy(() -> work(new HastyProcess(servers()).dyingAfter(requests)))
        .hasMessageContaining("dead");
    work();
    end();
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(ints = {14, 30})
  void work_workerWakesUpAfterTheEnd_leavesTheArchiveAsItWas(int requests) {
    CountDownLatch awake = new CountDownLatch(1);
    CompletableFuture<Long> late =
        CompletableFuture.supplyAsync(
            () -> work(new HastyProcess(servers()).freezingAfter(requests, awake)));
    work();
    end();
    List<String> files = fixture.dataFiles();

    awake.countDown();
    late.join();

    assertThat(fixture.dataFiles()).isEqualTo(files);
    fixture.now = ArchiveFixture.PAST_RETENTION;
    fixture.job = null; // other days end too
    actor = fixture.actor(Kind.SYNC);
    LifecycleFixture.settle(actor);
    assertThat(fixture.deleted).contains(DAY);
  }

  @Tag("deep")
  @Test
  void work_twoThatTakeEachOtherForDead_endAsOne() {
    CompletableFuture<Long> other = CompletableFuture.supplyAsync(this::work);
    work();
    other.join();
    end();
  }

  @Tag("deep")
  @Test
  void restartArchive_whileWorkersAreAtIt_beginsAnew() {
    assertThatThrownBy(() -> work(new HastyProcess(servers()).dyingAfter(20)))
        .hasMessageContaining("dead");
    actor.restartArchive(DAY);
    runWithoutEnd();
    work();
    end();
  }

  @Test
  void run_latenessIsRaisedWhileWorkersAreAtIt_endsTheirWork() {
    assertThat(work()).isEqualTo(fixture.items);

    fixture.series = spec -> spec.lateness(Duration.ofHours(30));
    actor = fixture.actor(Kind.SYNC);
    assertThat(LifecycleFixture.ran(actor).actions(Result.DONE))
        .hasAtLeastOneElementOfType(TableAction.Reopen.class);

    assertNothingIsShared();
    assertThat(work()).isZero();
    fixture.series = spec -> spec;
    fixture.job = null;
    actor = fixture.actor(Kind.SYNC);
    LifecycleFixture.settle(actor);
    assertThat(actor.archives())
        .filteredOn(archive -> archive.tableName().equals(DAY))
        .extracting(ArchivedTable::items)
        .containsExactly((long) fixture.items);
  }
}
