package dev.evenkeel.core.internal.work;

import static dev.evenkeel.core.internal.work.CountedTable.PLACES;
import static dev.evenkeel.core.internal.work.CountedTable.READS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.work.WorkFixture.Actor;
import dev.evenkeel.core.internal.work.Worker.Settings;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** Workers whose control table throttles: no worker ends, and each page is counted once. */
@ExtendWith(LocalDynamoDbExtension.class)
class ThrottledControlTest {
  private static final AtomicInteger JOBS = new AtomicInteger();

  private static LocalDynamoDb local;
  private static DynamoDbClient client;
  private static Tally whole = Tally.NONE;

  private final NotedCount task = new NotedCount(new CountTask(READS, PLACES, 2));
  private final WorkTable table = new WorkTable("control", "job" + JOBS.incrementAndGet());
  private @Nullable WorkRun begun;
  private boolean isThrottled;

  @BeforeAll
  static void start(LocalDynamoDb server) {
    local = server.isolated();
    client = local.client();
    whole = CountedTable.made(client);
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  @BeforeEach
  void begin() {
    begun = table.of(run(table.begun("count", 6, 40, task)));
  }

  private WorkRun pass() {
    return Objects.requireNonNull(begun);
  }

  private static <T> T run(Flow<T> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  /** A client that repeats nothing, with these faults at the control table. */
  private static DynamoDbClient faulty(long seed, FaultRule... rules) {
    FaultPlan.Builder plan = FaultPlan.seeded(seed);
    List.of(rules).forEach(rule -> plan.rule(rule.onTable("control")));
    return local
        .clientBuilder()
        .httpClientBuilder(plan.build().injector().httpClientBuilder())
        .overrideConfiguration(all -> all.retryStrategy(AwsRetryStrategy.doNotRetry()))
        .build();
  }

  /** Throttles all of it while the test says so. */
  private DynamoDbClient throttling() {
    return faulty(
        1,
        FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE))
            .whereKey("pk", key -> isThrottled));
  }

  private Worker worker(WorkFixture world, BooleanSupplier isStopped) {
    return new Worker(pass(), task, Settings.of("test", 2), isStopped, world::nanos);
  }

  private Worker worker(WorkFixture world) {
    return worker(world, () -> false);
  }

  private static void untilOver(WorkFixture world) {
    while (world.step(0)) {
      // until all have ended
    }
  }

  private static void until(WorkFixture world, Duration time) {
    while (world.nanos() < time.toNanos() && world.step(0)) {
      // until that time
    }
  }

  private static void assertOver(Actor... workers) {
    assertThat(workers)
        .allSatisfy(
            worker -> {
              assertThat(worker.stepper.isOver()).isTrue();
              assertThat(worker.stepper.failure()).isNull();
            });
  }

  private void assertCountedOnce() {
    List<SegmentRow> rows = run(pass().segments());
    assertThat(rows).allMatch(row -> row.state() == SegmentRow.State.DONE);
    assertThat(rows.stream().map(SegmentRow::tally).reduce(Tally.NONE, Tally::plus))
        .isEqualTo(whole);
    assertThat(NotedCount.items(run(table.notes()))).isEqualTo(whole.items());
  }

  @ParameterizedTest
  @ValueSource(longs = 1)
  void run_throttledNowAndThen_noWorkerEnds(long seed) {
    try (DynamoDbClient faulty =
        faulty(
            seed,
            FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE)).withProbability(0.15),
            FaultRule.inject(Fault.transactionThrottled()).withProbability(0.2),
            FaultRule.inject(Fault.transactionConflict()).withProbability(0.1))) {
      WorkFixture world = new WorkFixture(faulty, seed);
      // What the caller of the SDK sees, if the answer is lost and the repetition is throttled.
      world.losing(() -> ThrottlingException.builder().message("slow down").build());
      Actor one = world.start(worker(world));
      Actor other = world.start(worker(world));
      while (world.step(0.1)) {
        // until all have ended
      }

      assertOver(one, other);
      assertCountedOnce();
      // A page that was saved, and whose row was split before the look, is no worker's own.
      assertThat(one.stepper.result().plus(other.stepper.result()).items())
          .isPositive()
          .isLessThanOrEqualTo(whole.items());
    }
  }

  @Tag("deep")
  @Test
  void run_throttledNowAndThenInManyOrders_noWorkerEnds() {
    for (long seed = 100; seed < 115; seed++) {
      ThrottledControlTest again = new ThrottledControlTest();
      again.begin();
      again.run_throttledNowAndThen_noWorkerEnds(seed);
    }
  }

  @Test
  void run_throttledForLongerThanALease_goesOn() {
    throttledFor(Duration.ofMinutes(2));
  }

  @Tag("deep")
  @Test
  void run_throttledForHours_goesOn() {
    throttledFor(Duration.ofHours(2));
  }

  private void throttledFor(Duration time) {
    try (DynamoDbClient throttling = throttling()) {
      WorkFixture world = new WorkFixture(throttling, 3);
      Actor one = world.start(worker(world));
      Actor other = world.start(worker(world));
      until(world, Duration.ofSeconds(2));
      isThrottled = true;
      until(world, time);
      assertThat(one.stepper.isOver() || other.stepper.isOver()).isFalse();
      isThrottled = false;
      untilOver(world);

      assertThat(world.nanos()).isGreaterThan(time.toNanos());
      assertOver(one, other);
      assertCountedOnce();
    }
  }

  @Test
  void run_throttledFromTheBeginning_beginsWhenThatEnds() {
    try (DynamoDbClient throttling = throttling()) {
      WorkFixture world = new WorkFixture(throttling, 4);
      isThrottled = true;
      Actor alone = world.start(worker(world));
      until(world, Duration.ofMinutes(1));
      isThrottled = false;
      untilOver(world);

      assertOver(alone);
      assertCountedOnce();
      assertThat(run(pass().workers())).isEmpty();
    }
  }

  @Test
  void run_onlyOneIsThrottled_anotherTakesOverAndThatOneCountsNothingTwice() {
    try (DynamoDbClient throttling = throttling()) {
      WorkFixture world = new WorkFixture(client, 5);
      Actor late = world.start(worker(world), throttling);
      until(world, Duration.ofSeconds(2));
      isThrottled = true;
      Actor other = world.start(worker(world));
      until(world, Duration.ofMinutes(2));
      assertOver(other);
      assertCountedOnce();
      isThrottled = false;
      untilOver(world);

      assertOver(late);
      assertCountedOnce();
      assertThat(late.stepper.result().plus(other.stepper.result())).isEqualTo(whole);
    }
  }

  @Test
  void run_stoppedWhileItIsThrottled_endsAtOnceAndAnotherTakesOver() {
    try (DynamoDbClient throttling = throttling()) {
      WorkFixture world = new WorkFixture(throttling, 6);
      long stop = Duration.ofMinutes(1).toNanos();
      Actor stopped = world.start(worker(world, () -> world.nanos() >= stop));
      until(world, Duration.ofSeconds(2));
      isThrottled = true;
      untilOver(world);

      assertOver(stopped);
      assertThat(world.nanos() - stop).isLessThan(Duration.ofSeconds(3).toNanos());
      isThrottled = false;
      Actor next = world.start(worker(world));
      untilOver(world);
      assertOver(next);
      assertCountedOnce();
      assertThat(stopped.stepper.result().plus(next.stepper.result())).isEqualTo(whole);
    }
  }
}
