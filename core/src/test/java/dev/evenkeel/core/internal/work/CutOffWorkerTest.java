package dev.evenkeel.core.internal.work;

import static dev.evenkeel.core.internal.work.CountedTable.PLACES;
import static dev.evenkeel.core.internal.work.CountedTable.READS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
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
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Workers that are stopped, or cannot report and so have no share, in a page of many requests. */
@ExtendWith(LocalDynamoDbExtension.class)
class CutOffWorkerTest {
  private static final int REQUESTS = 100;
  private static final Duration SOON = Duration.ofSeconds(10);
  private static final AtomicInteger JOBS = new AtomicInteger();

  private static LocalDynamoDb local;
  private static DynamoDbClient client;
  private static Tally all;

  private final CountTask task = new CountTask(READS, PLACES, 2);
  private final WorkTable table = new WorkTable("control", "job" + JOBS.incrementAndGet());
  private DynamoDbClient throttling;
  private @Nullable WorkRun begun;
  private boolean isThrottled;

  /**
   * A page asks so often for what it counts, half a unit each time.
   *
   * @param first the pages of the segment that is begun first, instead
   */
  private record Slow(CountTask count, @Nullable Flow<Page> first, AtomicReference<Segment> begun)
      implements SegmentTask {

    Slow(CountTask count, @Nullable Flow<Page> first) {
      this(count, first, new AtomicReference<>());
    }

    @Override
    public List<Segment> cut(int segments) {
      return count.cut(segments);
    }

    @Override
    public Flow<Page> page(
        Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn) {
      begun.compareAndSet(null, segment);
      return first != null && segment.equals(begun.get())
          ? first
          : repeated(segment, after, turn, REQUESTS);
    }

    private Flow<Page> repeated(
        Segment segment, @Nullable Map<String, AttributeValue> after, Turn turn, int requests) {
      return count
          .page(segment, after, turn)
          .then(
              page -> requests == 1 ? Flow.of(page) : repeated(segment, after, turn, requests - 1));
    }
  }

  @BeforeAll
  static void start(LocalDynamoDb server) {
    local = server.isolated();
    client = local.client();
    all = CountedTable.made(client);
  }

  @AfterAll
  static void stop() {
    client.close();
  }

  @BeforeEach
  void begin() {
    FaultRule whileItIsSaid =
        FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE))
            .whereKey("pk", key -> isThrottled)
            .onTable("control");
    throttling =
        local
            .clientBuilder()
            .httpClientBuilder(
                FaultPlan.seeded(1).rule(whileItIsSaid).build().injector().httpClientBuilder())
            .overrideConfiguration(all -> all.retryStrategy(AwsRetryStrategy.doNotRetry()))
            .build();
    begun = table.of(run(table.begun("count", PLACES, 1, task)));
  }

  @AfterEach
  void close() {
    throttling.close();
  }

  private WorkRun pass() {
    return Objects.requireNonNull(begun);
  }

  private static <T> T run(Flow<T> flow) {
    return SyncRunner.create().run(flow, Sender.sync(client, Sender.nothingElse()), Deadline.NONE);
  }

  private Worker worker(WorkFixture world, SegmentTask work, BooleanSupplier isStopped) {
    return new Worker(pass(), work, Settings.of("test", 2), isStopped, world::nanos);
  }

  private static void until(WorkFixture world, Duration time) {
    while (world.nanos() < time.toNanos() && world.step(0)) {
      // until that time
    }
  }

  /** Goes on until nothing is left; ends with when that was. */
  private static Duration ended(WorkFixture world) {
    while (world.step(0)) {
      // until all have ended
    }
    return Duration.ofNanos(world.nanos());
  }

  /** A worker that owes units at hardly any rate. */
  private Actor cutOff(WorkFixture world, SegmentTask work, BooleanSupplier isStopped) {
    Actor worker = world.start(worker(world, work, isStopped), throttling);
    until(world, Duration.ofSeconds(2));
    isThrottled = true;
    return worker;
  }

  @Test
  void run_stopped_endsSoon() {
    WorkFixture world = new WorkFixture(client, 1);
    Duration stop = Duration.ofMinutes(1);
    Actor worker = cutOff(world, new Slow(task, null), () -> world.nanos() >= stop.toNanos());

    Duration ended = ended(world);

    assertThat(ended).isBetween(stop, stop.plus(SOON));
    assertThat(worker.stepper.failure()).isNull();
    assertThat(worker.stepper.result()).isEqualTo(Tally.NONE);
  }

  /** At a unit a second the pages under way have many seconds of requests before them. */
  @Test
  void run_stoppedWithItsShare_endsSoonAndLeavesThePagesOpen() {
    WorkFixture world = new WorkFixture(client, 4);
    Duration stop = Duration.ofSeconds(20);
    Slow work = new Slow(task, null);
    Actor worker =
        world.start(worker(world, work, () -> world.nanos() >= stop.toNanos()), throttling);

    Duration ended = ended(world);

    assertThat(ended).isBetween(stop, stop.plusSeconds(3));
    assertThat(worker.stepper.failure()).isNull();
    assertThat(worker.stepper.result()).isEqualTo(Tally.NONE);
    Actor next = world.start(worker(world, task, () -> false));
    assertThat(ended(world)).isLessThan(stop.plus(Duration.ofMinutes(5)));
    assertThat(next.stepper.result()).isEqualTo(all);
  }

  @Test
  void run_passIsOverAndForgottenMeanwhile_endsOnceItSeesThat() {
    WorkFixture world = new WorkFixture(client, 2);
    Actor late = cutOff(world, new Slow(task, null), () -> false);
    Actor other = world.start(worker(world, task, () -> false));
    while (!other.stepper.isOver() && world.step(0)) {
      // until the other has done all of it
    }
    assertThat(late.stepper.isOver()).isFalse();
    Object unused = run(table.forgotten());
    isThrottled = false;
    Duration seen = Duration.ofNanos(world.nanos());

    assertThat(ended(world)).isLessThan(seen.plus(SOON));
    assertThat(late.stepper.failure()).isInstanceOf(PassEndedException.class);
  }

  /** The page that fails does so without a request, once the worker has no share. */
  @Test
  void run_anotherPageFails_endsSoonWithThatFailure() {
    WorkFixture world = new WorkFixture(client, 3);
    Duration fails = Duration.ofMinutes(1);
    IllegalStateException failure = new IllegalStateException("denied");
    Actor worker =
        cutOff(
            world, new Slow(task, Flow.defer(() -> failing(world, fails, failure))), () -> false);

    assertThat(ended(world)).isBetween(fails, fails.plus(SOON));
    assertThat(worker.stepper.failure()).isSameAs(failure);
  }

  private static <T> Flow<T> failing(WorkFixture world, Duration at, RuntimeException failure) {
    return world.nanos() >= at.toNanos()
        ? Flow.failed(failure)
        : Flow.ask(Pause.of(Duration.ofSeconds(1))).then(done -> failing(world, at, failure));
  }
}
