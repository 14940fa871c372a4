package dev.evenkeel.benchmarks.timeseries;

import dev.evenkeel.testkit.control.ControlEvent;
import dev.evenkeel.testkit.control.ControlEvent.Outcome;
import dev.evenkeel.testkit.control.ControlFault;
import dev.evenkeel.testkit.control.ControlPlaneSimulator;
import dev.evenkeel.testkit.control.MemoryItems;
import dev.evenkeel.timeseries.TableAsyncLifecycle;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Years of one series of daily tables in virtual time: a run each hour, with throttles, lost
 * answers, slow work and late descriptions, processes that end at any call, tables of others with
 * names like ours, and every day a look at the boundary: does the new table answer, and has the old
 * one its capacity until its last item may have come?
 *
 * <p>The same seed lives the same years: one thread does all of it.
 */
public final class SimulatedYears {
  private static final double CRASH_SHARE = 0.2;
  private static final int HOURS_BEFORE = 5;
  private static final int CRASH_MOMENTS_MAX = 250;
  private static final int NOTE_EVERY_DAYS = 365;

  private final TimeSeriesSpec spec = YearsSeries.daily();
  private final int days;
  private final SplittableRandom random;
  private final ControlPlaneSimulator aws;
  private final CrashingClient crashing;
  private final Set<String> foreign = new TreeSet<>();
  private final RoutedWrites writes;
  private long runs;
  private long missed;

  private SimulatedYears(long seed, int days) {
    this.days = days;
    this.random = new SplittableRandom(seed);
    MemoryItems items = MemoryItems.paging(1_000);
    this.aws =
        ControlPlaneSimulator.seeded(seed)
            .startingAt(YearsSeries.START.minus(Duration.ofHours(HOURS_BEFORE)))
            .over(items.client())
            .over(items.asyncClient())
            .build();
    this.crashing = new CrashingClient(aws.asyncClient());
    this.writes = new RoutedWrites(spec, aws.client(), aws, seed);
  }

  /** A simulation of this many days, the same for a seed. */
  public static SimulatedYears of(long seed, int days) {
    return new SimulatedYears(seed, days);
  }

  /**
   * Lives through them.
   *
   * @param progress called once a year
   */
  public void run(Consumer<String> progress) {
    process().createControlTable().join();
    adoptForeign();
    faults();
    hoursBefore();
    for (int day = 0; day < days; day++) {
      Instant midnight = YearsSeries.START.plus(Duration.ofDays(day));
      until(midnight);
      boundary(midnight);
      writes.write();
      until(midnight.plus(spec.lateness()).minusSeconds(1));
      writes.write();
      stillServing(spec.period().previous(spec.period().containing(midnight)), day);
      for (int hour = 1; hour < 24; hour++) {
        until(midnight.plus(Duration.ofHours(hour)).plusSeconds(random.nextInt(1_800)));
        hour();
        writes.write();
      }
      if (day % NOTE_EVERY_DAYS == NOTE_EVERY_DAYS - 1) {
        progress.accept("%d days simulated".formatted(day + 1));
      }
    }
  }

  /**
   * Runs as often as ever: one run alone may end at any call, and leave the first period to the
   * next.
   */
  private void hoursBefore() {
    for (int hour = HOURS_BEFORE; hour > 0; hour--) {
      until(YearsSeries.START.minus(Duration.ofHours(hour)));
      hour();
    }
  }

  private TableAsyncLifecycle process() {
    return TableAsyncLifecycle.builder(crashing.client())
        .table(spec)
        .controlTable(YearsSeries.CONTROL)
        .deletes(3)
        .virtualTime(aws, aws::advance)
        .build();
  }

  private void adoptForeign() {
    for (String name :
        new String[] {"clicks_2026-02-20", "clicks_2026-02", "clicks_old", "clicks_2026-02-30"}) {
      foreign.add(name);
      aws.adopt(
          CreateTableRequest.builder()
              .tableName(name)
              .keySchema(YearsSeries.key("id", KeyType.HASH))
              .attributeDefinitions(YearsSeries.text("id"))
              .billingMode("PAY_PER_REQUEST")
              .build());
    }
  }

  private void faults() {
    aws.inject(ControlFault.throttled().withProbability(0.01));
    aws.inject(ControlFault.answerLost().withProbability(0.01));
    aws.inject(ControlFault.notReceived().withProbability(0.01));
    aws.inject(ControlFault.slow(Duration.ofMinutes(5)).withProbability(0.05));
    aws.inject(ControlFault.lagging(Duration.ofMinutes(2)).withProbability(0.02));
  }

  private void until(Instant time) {
    Duration left = Duration.between(aws.now(), time);
    if (!left.isNegative()) {
      aws.advance(left);
    }
  }

  /** A process of its own, which may end at any call. */
  private void hour() {
    boolean crashes = random.nextDouble() < CRASH_SHARE;
    crashing.crashIn(crashes ? 1 + random.nextInt(CRASH_MOMENTS_MAX) : Integer.MAX_VALUE);
    runs++;
    try {
      process().run().join();
    } catch (CompletionException e) {
      if (!(e.getCause() instanceof CrashingClient.Crash)) {
        throw e;
      } // else the next hour's process finds what this one left
    }
  }

  /** At the first instant of a period its table takes items, and has the capacity for them. */
  private void boundary(Instant midnight) {
    if (!serves(spec.tables().nameAt(midnight))) {
      missed++;
    }
  }

  private void stillServing(TimeSpan before, int day) {
    if (day > 0 && !serves(spec.tables().nameOf(before))) {
      missed++;
    }
  }

  private boolean serves(String table) {
    aws.stopFaults();
    DynamoDbClient client = aws.client();
    try {
      client.getItem(
          r ->
              r.tableName(table)
                  .key(
                      Map.of(
                          "customer", AttributeValue.fromS("c"), "at", AttributeValue.fromS("a"))));
      return client
              .describeTable(r -> r.tableName(table))
              .table()
              .provisionedThroughput()
              .writeCapacityUnits()
          == 20;
    } catch (ResourceNotFoundException e) {
      return false;
    } finally {
      faults();
    }
  }

  public long runs() {
    return runs;
  }

  /** Periods that began without their table, or whose table was lowered while items could come. */
  public long missedBoundaries() {
    return missed;
  }

  public long writes() {
    return writes.writes();
  }

  /** Writes that were not taken, are not in the table of their time, or went down with one. */
  public long lostOrMisroutedWrites() {
    long lostWithTables =
        aws.checker().writesLost().values().stream().mapToLong(Long::longValue).sum();
    return writes.lostOrMisrouted() + lostWithTables;
  }

  /** The tables with attempted changes that are not of the series. */
  public long foreignTablesTouched() {
    return aws.checker()
        .tablesTouchedOutside(
            name ->
                name.equals(YearsSeries.CONTROL)
                    || (spec.tables().periodOf(name) != null && !foreign.contains(name)))
        .size();
  }

  public long tablesDeleted() {
    return aws.checker().deletions().stream().map(ControlEvent::tableId).distinct().count();
  }

  /** Deletes before the end of the retention. */
  public long tablesDeletedEarly() {
    return aws.checker().deletions().stream().filter(this::isEarly).count();
  }

  private boolean isEarly(ControlEvent deletion) {
    TimeSpan span = spec.tables().periodOf(String.valueOf(deletion.table()));
    return span == null || deletion.at().isBefore(spec.lastWrite(span).plus(YearsSeries.RETENTION));
  }

  public long decreaseLimitHits() {
    return aws.checker().decreaseLimitRefusals().size();
  }

  /** Processes that ended at a call. */
  public long crashes() {
    return crashing.crashes();
  }

  /** The number of kinds of crashes: operations, before and after. */
  public int crashKinds() {
    return crashing.kinds();
  }

  /** Table operations that a fault kept from being done, or their answers from arriving. */
  public long faultsMet() {
    return aws.log().events().stream()
        .filter(
            event ->
                event.outcome() == Outcome.NOT_RECEIVED
                    || event.outcome() == Outcome.ANSWER_LOST
                    || event.detail().startsWith("Throttling"))
        .count();
  }
}
