package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.evenkeel.core.internal.work.WatchedClient.Between;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * A worker claims the next segment while it ends the one before, and the claim may come to nothing.
 * If its pages only read, it does the next one meanwhile.
 */
@ParameterizedClass
@ValueSource(booleans = {false, true})
@ExtendWith(LocalDynamoDbExtension.class)
class NextSegmentTest {
  private static final int PLACES = CountedTable.PLACES;

  private final CountTask task;
  private final WatchedClient client;
  private final Tally whole;
  private final WorkRun pass;

  NextSegmentTest(boolean onlyReads, LocalDynamoDb local) {
    DynamoDbClient its = local.isolated().client();
    whole = CountedTable.made(its);
    client = new WatchedClient(its);
    task = new CountTask(CountedTable.READS, PLACES, 1_000, onlyReads);
    WorkTable table = new WorkTable("control", "job");
    pass = table.of(client.run(table.begun("count", PLACES, Double.POSITIVE_INFINITY, task)));
  }

  private Tally worked(SegmentTask its, int lanes, BooleanSupplier isStopped, Between claims) {
    client.forget();
    Settings settings = Settings.of("test", lanes);
    return client.run(
        new Worker(pass, its, settings, isStopped, System::nanoTime).run(),
        NextSegmentTest::isClaim,
        claims);
  }

  /** All pages here are the last ones of their segments, which nobody holds then. */
  private static boolean isClaim(Object request) {
    return request instanceof PutItemRequest put
        && put.item().get("sk").s().startsWith("segment#")
        && put.item().containsKey(WorkFormat.WORKER);
  }

  private long claims() {
    return client.sent(NextSegmentTest::isClaim);
  }

  private List<SegmentRow> rows() {
    return client.run(pass.segments());
  }

  private void assertOver() {
    List<SegmentRow> rows = rows();
    assertThat(rows).hasSize(PLACES).allMatch(row -> row.state() == SegmentRow.State.DONE);
    assertThat(rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus))
        .isEqualTo(whole);
  }

  /** A claim and an end of each segment, and a report. */
  @Test
  void segment_ofOnePage_isTwoWrites() {
    assertThat(worked(task, 1, () -> false, Between.NOTHING)).isEqualTo(whole);

    assertThat(claims()).isEqualTo(PLACES);
    assertThat(client.sent(PutItemRequest.class)).isEqualTo(2 * PLACES + 1);
    assertThat(client.sent(TransactWriteItemsRequest.class)).isZero();
    assertOver();
  }

  /** Otherwise its lanes would wait for a segment that the worker has itself. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Timeout(20)
  void answer_lost_worksOnWhatItHasClaimed(int lanes) {
    Tally saved = worked(task, lanes, () -> false, Between.LOST);

    assertThat(saved).isEqualTo(whole);
    assertOver();
  }

  @Test
  void segment_takenByAnother_isLeftToThat() {
    SegmentTask taken =
        task.after(
            () ->
                rows().stream()
                    .filter(row -> row.state() == SegmentRow.State.OPEN)
                    .forEach(row -> client.run(pass.swap(row, row.claimed("other/1")))),
            null);

    Tally saved = worked(taken, 1, () -> claims() > 1, Between.NOTHING);

    assertThat(saved.items()).isEqualTo(CountedTable.ITEMS);
    assertThat(rows()).filteredOn(row -> row.isHeldBy("other/1")).hasSize(PLACES - 1);
    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.DONE).hasSize(1);
  }

  @Test
  void segment_whenTheWorkerIsToStop_isNotClaimed() {
    AtomicBoolean isStopped = new AtomicBoolean();

    Tally saved =
        worked(task.after(() -> isStopped.set(true), null), 1, isStopped::get, Between.NOTHING);

    assertThat(saved.items()).isEqualTo(CountedTable.ITEMS);
    assertThat(claims()).isOne();
    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.OPEN).hasSize(PLACES - 1);
  }

  /** Whether or not the claim was carried out. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void worker_thatIsToStopMeanwhile_holdsNothing(boolean isTaken) {
    SegmentTask its = isTaken ? task.after(this::takenAndGivenBack, null) : task;

    Tally saved = worked(its, 1, () -> claims() > 1, Between.LOST);

    int done = task.onlyReads() && !isTaken ? 2 : 1;
    assertThat(saved.items()).isEqualTo((long) done * CountedTable.ITEMS);
    assertThat(rows())
        .filteredOn(row -> row.state() == SegmentRow.State.OPEN)
        .hasSize(PLACES - done);
    assertThat(client.run(pass.workers())).isEmpty();
  }

  /** The rows of all open segments change, so that claims upon the last look fail. */
  private void takenAndGivenBack() {
    rows().stream()
        .filter(row -> row.state() == SegmentRow.State.OPEN)
        .forEach(row -> client.run(pass.swap(row, row.released())));
  }

  /** What is done ahead counts once, whether or not it is done again. */
  @Test
  void page_thatOnlyReads_isDoneWhileItsSegmentIsClaimed() {
    CountDownLatch second = new CountDownLatch(2);
    SegmentTask counted = task.after(second::countDown, null);
    AtomicReference<Boolean> isAhead = new AtomicReference<>();

    Tally saved =
        worked(
            counted,
            1,
            () -> false,
            carriedOut -> {
              Object answer = carriedOut.get();
              if (claims() == 2) {
                isAhead.set(awaited(second, task.onlyReads() ? 10_000 : 100));
              }
              return answer;
            });

    assertThat(isAhead).hasValue(task.onlyReads());
    assertThat(saved).isEqualTo(whole);
    assertOver();
  }

  private static boolean awaited(CountDownLatch latch, long millis) {
    try {
      return latch.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void page_fails_givesItsSegmentBackAndKeepsTheOneBefore() {
    SegmentTask failing = failingOnce(new IllegalStateException("page"));

    assertThatThrownBy(() -> worked(failing, 1, () -> false, Between.NOTHING)).hasMessage("page");

    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.DONE).hasSize(1);
    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.OPEN).hasSize(PLACES - 1);
  }

  @Test
  void page_throttled_isDoneAgain() {
    SegmentTask throttled =
        failingOnce(ProvisionedThroughputExceededException.builder().message("full").build());

    assertThat(worked(throttled, 1, () -> false, Between.NOTHING)).isEqualTo(whole);

    assertOver();
  }

  /** The page was for nothing, and so was its failure. */
  @Test
  void page_thatFailsAheadOfAClaimThatFails_isDoneAgain() {
    assumeTrue(task.onlyReads(), "other tasks do no page ahead");
    AtomicInteger claims = new AtomicInteger();
    Between late =
        carriedOut -> {
          if (claims.incrementAndGet() == 2) {
            takenAndGivenBack();
          }
          return carriedOut.get();
        };

    Tally saved = worked(failingOnce(new IllegalStateException("page")), 1, () -> false, late);

    assertThat(saved).isEqualTo(whole);
    assertOver();
  }

  private SegmentTask failingOnce(RuntimeException failure) {
    AtomicInteger pages = new AtomicInteger();
    return task.after(
        () -> {
          if (pages.incrementAndGet() == 2) {
            throw failure;
          }
        },
        null);
  }

  /** A look costs less than many claims that come too late. */
  @Test
  void worker_whoseListIsOld_looksAnew() {
    OpenSegments open = new OpenSegments();
    List<SegmentRow> rows = Segment.scan(30).stream().map(SegmentRow::first).toList();
    assertThat(open.looked(rows)).hasSize(30);
    assertThat(open.pollSure()).isNotNull();

    open.tooLate();
    open.tooLate();
    assertThat(open.pollSure()).isNull();
    assertThat(open.poll()).isNotNull();
    open.tooLate();

    assertThat(open.isEmpty()).isTrue();
    open.looked(rows);
    assertThat(open.pollSure()).isNotNull();
  }
}
