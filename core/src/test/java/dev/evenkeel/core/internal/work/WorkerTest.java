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
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
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

  private static WorkRun begun(int cut, SegmentTask task) {
    return begun(cut, Double.POSITIVE_INFINITY, task);
  }

  private static WorkRun begun(int cut, double pace, SegmentTask task) {
    WorkTable job = new WorkTable("control", "job" + JOBS.incrementAndGet());
    return job.of(run(job.begun("count", cut, pace, task)));
  }

  private static Tally total(WorkRun pass) {
    List<SegmentRow> rows = run(pass.segments());
    assertThat(rows).allMatch(row -> row.state() == SegmentRow.State.DONE);
    return rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, PLACES})
  void run_alone_countsAllAndLeaves(int places) {
    CountTask task = new CountTask(READS, places, 7);
    WorkRun pass = begun(10, task);

    Tally saved = run(new Worker(pass, task, SETTINGS, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(whole).isEqualTo(total(pass));
    assertThat(run(pass.workers())).isEmpty();
    run(pass.table().forgotten());
    assertThat(run(pass.table().read())).isEmpty();
    assertThat(run(pass.segments())).isEmpty();
  }

  @Test
  void run_stopped_goesOnInsideTheSegment() {
    CountTask task = new CountTask(READS, PLACES, 7);
    WorkRun pass = begun(10, task);
    AtomicInteger looks = new AtomicInteger();

    Tally first =
        run(
            new Worker(pass, task, SETTINGS, () -> looks.incrementAndGet() > 9, System::nanoTime)
                .run());

    assertThat(run(pass.segments()))
        .anyMatch(row -> row.after() != null && row.state() == SegmentRow.State.OPEN)
        .noneMatch(row -> row.state() == SegmentRow.State.HELD);
    Tally rest = run(new Worker(pass, task, SETTINGS, () -> false, System::nanoTime).run());
    assertThat(first.plus(rest)).isEqualTo(whole).isEqualTo(total(pass));
  }

  @Test
  void run_pageFails_segmentIsOpenAgain() {
    CountTask task = new CountTask(READS, PLACES, 7);
    WorkRun pass = begun(10, task);
    CountTask broken = new CountTask(new SegmentReads("missing", "pk", "sk"), PLACES, 7);

    assertThatThrownBy(
            () -> run(new Worker(pass, broken, SETTINGS, () -> false, System::nanoTime).run()))
        .hasMessageContaining("non-existent table");

    assertThat(run(pass.segments())).allMatch(row -> row.state() == SegmentRow.State.OPEN);
    assertThat(run(pass.workers())).isEmpty();
  }

  /** What a page needs may be taken away once the pass is over: its failure says nothing then. */
  @Test
  void run_pageFailsAfterItsPassWasForgotten_endsAsThatDoes() {
    CountTask task = new CountTask(READS, 0, 7);
    WorkRun pass = begun(1, task);
    SegmentTask broken = failingAfter(task, () -> run(pass.table().forgotten()));

    Tally saved = run(new Worker(pass, broken, SETTINGS, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(Tally.NONE);
    assertThat(run(pass.segments())).isEmpty();
  }

  @Test
  void run_pageFailsAfterAnotherTookItsSegment_leavesItToThat() {
    CountTask task = new CountTask(READS, 0, 1_000);
    WorkRun pass = begun(1, task);
    AtomicLong hurried = new AtomicLong(1);
    LongSupplier nanos = () -> hurried.addAndGet(Duration.ofSeconds(20).toNanos());
    Worker other = new Worker(pass, task, SETTINGS, () -> false, nanos);
    SegmentTask broken = failingAfter(task, () -> run(other.run()));

    Tally saved = run(new Worker(pass, broken, SETTINGS, () -> false, System::nanoTime).run());

    assertThat(saved).isEqualTo(Tally.NONE);
    assertThat(total(pass)).isEqualTo(whole);
  }

  @Test
  void run_pageFailsAfterItsSegmentWasSplit_givesBothPartsBack() {
    CountTask task = new CountTask(READS, 1, 7);
    WorkRun pass = begun(1, task);
    SegmentTask broken = failingAfter(task, () -> split(pass, task));

    assertThatThrownBy(
            () -> run(new Worker(pass, broken, SETTINGS, () -> false, System::nanoTime).run()))
        .hasMessage("taken away");

    assertThat(run(pass.segments()))
        .hasSizeGreaterThan(1)
        .allMatch(row -> row.state() == SegmentRow.State.OPEN);
  }

  private static void split(WorkRun pass, CountTask task) {
    for (SegmentRow row : run(pass.segments())) {
      if (row.state() == SegmentRow.State.HELD) {
        Segment.KeyRange range = (Segment.KeyRange) row.segment();
        Segment.Bound bound = run(task.middle(range, row.after())).orElseThrow();
        assertThat(run(pass.split(row, bound))).isTrue();
      }
    }
  }

  private static SegmentTask failingAfter(CountTask task, Runnable event) {
    return task.after(event, Flow.failed(new IllegalStateException("taken away")));
  }

  @Tag("deep")
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void run_anyOrderDeathsAndLosses_eachPageCountsOnce(long seed) {
    Random random = new Random(seed);
    CountTask task = new CountTask(READS, seed % 3 == 0 ? 0 : PLACES, 2, seed % 4 < 2);
    double pace = seed % 2 == 0 ? 40 : Double.POSITIVE_INFINITY;
    WorkRun pass = begun(6, pace, task);
    WorkFixture world = new WorkFixture(client, seed);
    Actor last = world.start(worker(world, pass, task));
    for (int deaths = 0; deaths < 3; deaths++) {
      Actor another = world.start(worker(world, pass, task));
      int steps = random.nextInt(120);
      for (int step = 0; step < steps && world.step(0.02); step++) {
        assertThat(sum(pass)).isLessThanOrEqualTo(whole.items());
      }
      if (random.nextBoolean()) {
        world.kill(last);
      } else {
        world.freeze(last, Duration.ofMinutes(2));
      }
      last = another;
    }
    world.start(worker(world, pass, task));
    while (world.step(0)) {
      // until all have ended
    }
    while (run(pass.segments()).stream().anyMatch(row -> row.state() != SegmentRow.State.DONE)) {
      world.start(worker(world, pass, task)); // all others failed for a lost answer
      while (world.step(0)) {
        // until it has ended
      }
    }

    assertThat(total(pass)).isEqualTo(whole);
  }

  @Tag("deep")
  @Test
  void run_manyOrdersDeathsAndLosses_eachPageCountsOnce() {
    for (long seed = 100; seed < 160; seed++) {
      run_anyOrderDeathsAndLosses_eachPageCountsOnce(seed);
    }
  }

  private static long sum(WorkRun pass) {
    return run(pass.segments()).stream().mapToLong(row -> row.tally().items()).sum();
  }

  private static Worker worker(WorkFixture world, WorkRun pass, CountTask task) {
    return new Worker(pass, task, SETTINGS, () -> false, world::nanos);
  }

  @Test
  void run_oneLongRange_isSplitAmongIdleLanes() {
    CountTask task = new CountTask(READS, 1, 1);
    WorkRun pass = begun(1, task);
    WorkFixture world = new WorkFixture(client, 5);
    world.start(worker(world, pass, task));
    world.start(worker(world, pass, task));
    while (world.step(0)) {
      // until both have ended
    }

    assertThat(run(pass.segments())).hasSizeGreaterThan(1);
    assertThat(total(pass).items()).isEqualTo(ITEMS);
  }

  /**
   * The last segment may end while another lane looks at it: before the answer to its look at the
   * segments comes, or that to its look at the workers.
   */
  @ParameterizedTest
  @ValueSource(strings = {"segment#", "worker#"})
  void run_lastSegmentEndsDuringALook_noLaneWaitsForIt(String looked) {
    CountTask task = new CountTask(READS, 0, 1_000);
    for (long seed = 1; seed <= 5; seed++) {
      WorkRun pass = begun(3, task);
      WorkFixture world = new WorkFixture(client, seed);
      world.answeringLate(request -> isLook(request, looked));
      Actor actor = world.start(worker(world, pass, task));
      long before = -1;
      while (world.step(0)) {
        if (before < 0 && isDone(pass)) {
          before = actor.waits();
        }
      }

      assertThat(actor.waits()).as("seed %d", seed).isBetween(before, before + 5);
      run(pass.table().forgotten());
    }
  }

  private static boolean isLook(Object request, String prefix) {
    return request instanceof TableCall<?> call
        && call.request() instanceof QueryRequest query
        && query.expressionAttributeValues().toString().contains(prefix);
  }

  private static boolean isDone(WorkRun pass) {
    return run(pass.segments()).stream().allMatch(row -> row.state() == SegmentRow.State.DONE);
  }
}
