package dev.evenkeel.core.internal.work;

import static dev.evenkeel.core.internal.work.CountedTable.ITEMS;
import static dev.evenkeel.core.internal.work.CountedTable.PLACES;
import static dev.evenkeel.core.internal.work.CountedTable.READS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.WorkFixture.Actor;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Workers on a real engine: each page counted once, whoever dies and whatever is lost. */
class WorkerTest {
  private static final Settings SETTINGS = Settings.of("test", 2);

  private static LocalDynamoDb local;
  private static DynamoDbClient client;
  private static Tally whole = Tally.NONE;
  private static final AtomicInteger JOBS = new AtomicInteger();

  @BeforeAll
  static void start() {
    local = LocalDynamoDb.start();
    client = local.client();
    whole = CountedTable.made(client);
  }

  @AfterAll
  static void stop() {
    client.close();
    local.close();
  }

  private static <T> T run(Flow<T> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  private static WorkTable job() {
    return new WorkTable("control", "job" + JOBS.incrementAndGet());
  }

  private static Tally total(WorkTable table) {
    List<SegmentRow> rows = run(table.segments());
    assertThat(rows).allMatch(row -> row.state() == SegmentRow.State.DONE);
    return rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, PLACES})
  void run_alone_countsAllAndLeaves(int places) {
    WorkTable table = job();
    CountTask task = new CountTask(READS, places, 7);
    run(table.begun("count", 10, Double.POSITIVE_INFINITY, task));

    Tally saved = run(new Worker(table, task, SETTINGS, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(whole).isEqualTo(total(table));
    assertThat(run(table.workers())).isEmpty();
    run(table.forgotten());
    assertThat(run(table.read())).isEmpty();
    assertThat(run(table.segments())).isEmpty();
  }

  @Test
  void run_stopped_goesOnInsideTheSegment() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, PLACES, 7);
    run(table.begun("count", 10, Double.POSITIVE_INFINITY, task));
    AtomicInteger looks = new AtomicInteger();

    Tally first =
        run(
            new Worker(table, task, SETTINGS, () -> looks.incrementAndGet() > 9, System::nanoTime)
                .run());

    assertThat(run(table.segments()))
        .anyMatch(row -> row.after() != null && row.state() == SegmentRow.State.OPEN)
        .noneMatch(row -> row.state() == SegmentRow.State.HELD);
    Tally rest = run(new Worker(table, task, SETTINGS, () -> false, System::nanoTime).run());
    assertThat(first.plus(rest)).isEqualTo(whole).isEqualTo(total(table));
  }

  @Test
  void run_pageFails_segmentIsOpenAgain() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, PLACES, 7);
    run(table.begun("count", 10, Double.POSITIVE_INFINITY, task));
    CountTask broken = new CountTask(new SegmentReads("missing", "pk", "sk"), PLACES, 7);

    assertThatThrownBy(
            () -> run(new Worker(table, broken, SETTINGS, () -> false, System::nanoTime).run()))
        .hasMessageContaining("non-existent table");

    assertThat(run(table.segments())).allMatch(row -> row.state() == SegmentRow.State.OPEN);
    assertThat(run(table.workers())).isEmpty();
  }

  /** What a page needs may be taken away once the pass is over: its failure says nothing then. */
  @Test
  void run_pageFailsAfterItsPassWasForgotten_endsAsThatDoes() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, 0, 7);
    run(table.begun("count", 1, Double.POSITIVE_INFINITY, task));
    SegmentTask broken = failingAfter(task, () -> run(table.forgotten()));

    Tally saved = run(new Worker(table, broken, SETTINGS, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(Tally.NONE);
    assertThat(run(table.segments())).isEmpty();
  }

  @Test
  void run_pageFailsAfterAnotherTookItsSegment_leavesItToThat() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, 0, 1_000);
    run(table.begun("count", 1, Double.POSITIVE_INFINITY, task));
    AtomicLong hurried = new AtomicLong(1);
    LongSupplier nanos = () -> hurried.addAndGet(Duration.ofSeconds(20).toNanos());
    Worker other = new Worker(table, task, SETTINGS, () -> false, nanos);
    SegmentTask broken = failingAfter(task, () -> run(other.run()));

    Tally saved = run(new Worker(table, broken, SETTINGS, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(Tally.NONE);
    assertThat(total(table)).isEqualTo(whole);
  }

  @Test
  void run_pageFailsAfterItsSegmentWasSplit_givesBothPartsBack() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, 1, 7);
    run(table.begun("count", 1, Double.POSITIVE_INFINITY, task));
    SegmentTask broken = failingAfter(task, () -> split(table, task));

    assertThatThrownBy(
            () -> run(new Worker(table, broken, SETTINGS, () -> false, System::nanoTime).run()))
        .hasMessage("taken away");

    assertThat(run(table.segments()))
        .hasSizeGreaterThan(1)
        .allMatch(row -> row.state() == SegmentRow.State.OPEN);
  }

  private static void split(WorkTable table, CountTask task) {
    for (SegmentRow row : run(table.segments())) {
      if (row.state() == SegmentRow.State.HELD) {
        Segment.KeyRange range = (Segment.KeyRange) row.segment();
        Segment.Bound bound = run(task.middle(range, row.after())).orElseThrow();
        assertThat(run(table.split(row, bound))).isTrue();
      }
    }
  }

  private static SegmentTask failingAfter(SegmentTask task, Runnable event) {
    return new SegmentTask() {
      @Override
      public List<Segment> cut(int segments) {
        return task.cut(segments);
      }

      @Override
      public Flow<Page> page(
          Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
        event.run();
        return Flow.failed(new IllegalStateException("taken away"));
      }
    };
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void run_anyOrderDeathsAndLosses_eachPageCountsOnce(long seed) {
    Random random = new Random(seed);
    WorkTable table = job();
    CountTask task = new CountTask(READS, seed % 3 == 0 ? 0 : PLACES, 2);
    double pace = seed % 2 == 0 ? 40 : Double.POSITIVE_INFINITY;
    run(table.begun("count", 6, pace, task));
    WorkFixture world = new WorkFixture(client, seed);
    Actor last = world.start(worker(world, table, task));
    for (int deaths = 0; deaths < 3; deaths++) {
      Actor another = world.start(worker(world, table, task));
      int steps = random.nextInt(120);
      for (int step = 0; step < steps && world.step(0.02); step++) {
        assertThat(sum(table)).isLessThanOrEqualTo(whole.items());
      }
      if (random.nextBoolean()) {
        world.kill(last);
      } else {
        world.freeze(last, Duration.ofMinutes(2));
      }
      last = another;
    }
    world.start(worker(world, table, task));
    while (world.step(0)) {
      // until all have ended
    }
    while (run(table.segments()).stream().anyMatch(row -> row.state() != SegmentRow.State.DONE)) {
      world.start(worker(world, table, task)); // all others failed for a lost answer
      while (world.step(0)) {
        // until it has ended
      }
    }

    assertThat(total(table)).isEqualTo(whole);
  }

  @Tag("deep")
  @Test
  void run_manyOrdersDeathsAndLosses_eachPageCountsOnce() {
    for (long seed = 100; seed < 160; seed++) {
      run_anyOrderDeathsAndLosses_eachPageCountsOnce(seed);
    }
  }

  private static long sum(WorkTable table) {
    return run(table.segments()).stream().mapToLong(row -> row.tally().items()).sum();
  }

  private static Worker worker(WorkFixture world, WorkTable table, CountTask task) {
    return new Worker(table, task, SETTINGS, () -> false, world::nanos);
  }

  @Test
  void run_oneLongRange_isSplitAmongIdleLanes() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, 1, 1);
    run(table.begun("count", 1, Double.POSITIVE_INFINITY, task));
    WorkFixture world = new WorkFixture(client, 5);
    world.start(worker(world, table, task));
    world.start(worker(world, table, task));
    while (world.step(0)) {
      // until both have ended
    }

    assertThat(run(table.segments())).hasSizeGreaterThan(1);
    assertThat(total(table).items()).isEqualTo(ITEMS);
  }

  /**
   * The last segment may end while another lane looks at it: before the answer to its look at the
   * segments comes, or that to its look at the workers.
   */
  @ParameterizedTest
  @ValueSource(strings = {"segment#", "worker#"})
  void run_lastSegmentEndsDuringALook_noLaneWaitsForIt(String looked) {
    WorkTable table = job();
    CountTask task = new CountTask(READS, 0, 1_000);
    for (long seed = 1; seed <= 5; seed++) {
      run(table.begun("count", 3, Double.POSITIVE_INFINITY, task));
      WorkFixture world = new WorkFixture(client, seed);
      world.answeringLate(request -> isLook(request, looked));
      Actor actor = world.start(worker(world, table, task));
      Duration wait = Duration.ofMillis(50);
      long before = -1;
      while (world.step(0)) {
        if (before < 0 && isDone(table)) {
          before = actor.pauses(wait);
        }
      }

      assertThat(actor.pauses(wait)).as("seed %d", seed).isBetween(before, before + 5);
      run(table.forgotten());
    }
  }

  private static boolean isLook(Object request, String prefix) {
    return request instanceof TableCall<?> call
        && call.request() instanceof QueryRequest query
        && query.expressionAttributeValues().toString().contains(prefix);
  }

  private static boolean isDone(WorkTable table) {
    return run(table.segments()).stream().allMatch(row -> row.state() == SegmentRow.State.DONE);
  }

  @Test
  void swap_passWasForgottenAndBegunAnew_changesNothingOfIt() {
    WorkTable table = job();
    CountTask task = new CountTask(READS, 0, 7);
    run(table.begun("count", 1, Double.POSITIVE_INFINITY, task));
    SegmentRow before = run(table.segments()).get(0);
    SegmentRow old = before.claimed("old/1");
    assertThat(run(table.swap(before, old))).isTrue();
    run(table.forgotten());
    run(table.begun("count", 1, Double.POSITIVE_INFINITY, task));
    SegmentRow anew = run(table.segments()).get(0);
    assertThat(run(table.swap(anew, anew.claimed("new/1")))).isTrue();

    assertThat(run(table.swap(old, old.released()))).isFalse();
    assertThat(run(table.segments())).containsExactly(anew.claimed("new/1"));
    run(table.forgotten());
  }
}
