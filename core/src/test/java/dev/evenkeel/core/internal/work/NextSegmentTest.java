package dev.evenkeel.core.internal.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** A worker ends a segment and claims the next one in one request, which may come to nothing. */
@ExtendWith(LocalDynamoDbExtension.class)
class NextSegmentTest {
  private static final int PLACES = CountedTable.PLACES;

  private final CountTask task = new CountTask(CountedTable.READS, PLACES, 1_000);
  private final List<Object> sent = new CopyOnWriteArrayList<>();
  private final DynamoDbClient client;
  private final Tally whole;
  private final WorkRun pass;

  NextSegmentTest(LocalDynamoDb local) {
    client = local.isolated().client();
    whole = CountedTable.made(client);
    WorkTable table = new WorkTable("control", "job");
    pass =
        table.of(run(table.begun("count", PLACES, Double.POSITIVE_INFINITY, task), same -> same));
  }

  /**
   * @param answer what a caller sees of an answer to a transaction
   */
  private <T> T run(Flow<T> flow, Function<Object, Object> answer) {
    Sender<Object> sending = Sender.sync(client, Sender.nothingElse());
    Sender<Object> losing =
        new Sender<>() {
          @Override
          public Object send(Request<?> request) {
            if (!(request instanceof TableCall<?> call)) {
              return sending.send(request);
            }
            sent.add(call.request());
            Object got = sending.send(request);
            return call.request() instanceof TransactWriteItemsRequest ? answer.apply(got) : got;
          }

          @Override
          public @Nullable CompletableFuture<?> unsent(Request<?> request, boolean alone) {
            return sending.unsent(request, alone);
          }
        };
    return SyncRunner.create().run(flow, losing, Deadline.NONE);
  }

  private Tally worked(
      SegmentTask its, int lanes, BooleanSupplier isStopped, Function<Object, Object> answer) {
    sent.clear();
    Settings settings = Settings.of("test", lanes);
    return run(new Worker(pass, its, settings, isStopped, System::nanoTime).run(), answer);
  }

  private List<SegmentRow> rows() {
    return run(pass.segments(), same -> same);
  }

  private void assertOver() {
    List<SegmentRow> rows = rows();
    assertThat(rows).hasSize(PLACES).allMatch(row -> row.state() == SegmentRow.State.DONE);
    assertThat(rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus))
        .isEqualTo(whole);
  }

  private long sent(Class<?> kind) {
    return sent.stream().filter(kind::isInstance).count();
  }

  /** What is left are the first claim, the last page, and a report. */
  @Test
  void segment_afterAnother_isClaimedWithTheEndOfThat() {
    assertThat(worked(task, 1, () -> false, same -> same)).isEqualTo(whole);

    assertThat(sent(TransactWriteItemsRequest.class)).isEqualTo(PLACES - 1);
    assertThat(sent(PutItemRequest.class)).isEqualTo(3);
    assertOver();
  }

  /** Otherwise its lanes would wait for a segment that the worker has itself. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  @Timeout(20)
  void answer_lost_worksOnWhatItHasClaimed(int lanes) {
    Tally saved =
        worked(
            task,
            lanes,
            () -> false,
            lost -> {
              throw SdkClientException.create("lost");
            });

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
                    .forEach(row -> run(pass.swap(row, row.claimed("other/1")), same -> same)),
            null);

    Tally saved = worked(taken, 1, () -> sent(TransactWriteItemsRequest.class) > 0, same -> same);

    assertThat(saved.items()).isEqualTo(CountedTable.ITEMS);
    assertThat(rows()).filteredOn(row -> row.isHeldBy("other/1")).hasSize(PLACES - 1);
    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.DONE).hasSize(1);
  }

  @Test
  void segment_whenTheWorkerIsToStop_isNotClaimed() {
    AtomicBoolean isStopped = new AtomicBoolean();

    Tally saved = worked(task.after(() -> isStopped.set(true), null), 1, isStopped::get, x -> x);

    assertThat(saved.items()).isEqualTo(CountedTable.ITEMS);
    assertThat(sent(TransactWriteItemsRequest.class)).isZero();
    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.OPEN).hasSize(PLACES - 1);
  }

  /** Whether or not the request was carried out. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void worker_thatIsToStopMeanwhile_holdsNothing(boolean isTaken) {
    SegmentTask its =
        isTaken
            ? task.after(
                () ->
                    rows().stream()
                        .filter(row -> row.state() == SegmentRow.State.OPEN)
                        .forEach(row -> run(pass.swap(row, row.released()), same -> same)),
                null)
            : task;

    Tally saved =
        worked(
            its,
            1,
            () -> sent(TransactWriteItemsRequest.class) > 0,
            lost -> {
              throw SdkClientException.create("lost");
            });

    assertThat(saved.items()).isEqualTo(CountedTable.ITEMS);
    assertThat(rows()).filteredOn(row -> row.state() == SegmentRow.State.OPEN).hasSize(PLACES - 1);
    assertThat(run(pass.workers(), same -> same)).isEmpty();
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
