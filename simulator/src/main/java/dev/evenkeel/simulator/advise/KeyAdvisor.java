package dev.evenkeel.simulator.advise;

import dev.evenkeel.core.item.CapacityUnits;
import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.Distribution;
import dev.evenkeel.simulator.advise.Advice.KeyStatistics;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.PartitionRules;
import dev.evenkeel.simulator.trace.TraceReader;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.ArrayList;
import java.util.List;

/**
 * Analyzes requests and reports problems of the partition key: which row of AWS's table the design
 * is, heavy keys, keys that are too hot for one partition, and how to shard the key.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#advice -->
 *
 * <pre>{@code
 * Advice advice;
 * try (TraceReader trace = TraceReader.open(csv, TraceFormat.csv())) {
 *   advice = KeyAdvisor.create().addAll(trace).advice();
 * }
 * }</pre>
 *
 * <p>Memory is bounded, whatever the number of requests and keys: about twenty megabytes with keys
 * of some ten characters, and a hundred with the longest that DynamoDB has; half as much again if
 * requests name sort keys. So numbers are estimates once there are more than some thousand
 * different keys, and come with their bounds. Requests come in the order of time, as {@link
 * TraceReader} gives them; one that is earlier than its predecessor counts at the time of that. No
 * I/O; for use by one thread.
 */
public final class KeyAdvisor {
  /** A read unit is a third of a write unit: a partition carries three times as many. */
  private static final long WRITE_WEIGHT =
      PartitionRules.PARTITION_READ_UNITS / PartitionRules.PARTITION_WRITE_UNITS;

  private final double growth;
  private boolean sorted = true;
  private final TraceSums sums = new TraceSums();
  private final KeyUse keys = new KeyUse();
  private final KeyMinutes minutes = new KeyMinutes();
  private final NamedAttributes attributes = new NamedAttributes();
  private CacheAdvisor caches = CacheAdvisor.create();
  private final PeakSeconds writePeaks;
  private final PeakSeconds readPeaks;
  private final PeakSeconds itemPeaks;

  private KeyAdvisor(double growth) {
    this.growth = growth;
    this.writePeaks = new PeakSeconds(PartitionRules.PARTITION_WRITE_UNITS, growth);
    this.readPeaks = new PeakSeconds(PartitionRules.PARTITION_READ_UNITS, growth);
    this.itemPeaks = new PeakSeconds(PartitionRules.PARTITION_WRITE_UNITS, growth);
  }

  /** An advisor for the load as it is. */
  public static KeyAdvisor create() {
    return growing(1);
  }

  /**
   * An advisor for a load that grows.
   *
   * @param factor the factor by which the load is multiplied before shards are counted, 1 to 1,000
   * @throws IllegalArgumentException if it is another
   */
  public static KeyAdvisor growing(double factor) {
    if (!(factor >= 1 && factor <= 1_000)) {
      throw new IllegalArgumentException("growth must be a factor of 1..1000 but was " + factor);
    }
    return new KeyAdvisor(factor);
  }

  /**
   * Declares that the table has no sort key, which most traces do not tell: then a key is one item,
   * and the advice differs.
   */
  public KeyAdvisor withoutSortKey() {
    sorted = false;
    return this;
  }

  /**
   * Sets who is told of all requests, and tells what a cache would gain; an advisor with the
   * defaults otherwise.
   */
  public KeyAdvisor caching(CacheAdvisor advisor) {
    caches = advisor;
    return this;
  }

  /** Adds all records of a trace. */
  public KeyAdvisor addAll(TraceReader trace) {
    for (TraceRecord next = trace.next(); next != null; next = trace.next()) {
      add(next);
    }
    return this;
  }

  /**
   * Adds a request.
   *
   * @throws IllegalArgumentException if it names a sort key, and the table was declared to have
   *     none
   */
  public void add(TraceRecord request) {
    if (!sorted && request.sortKey() != null) {
      throw new IllegalArgumentException(
          "a request names a sort key, and the table was declared to have none");
    }
    long millis = request.atMillis();
    long second = Math.floorDiv(millis, 1_000);
    String key = request.partitionKey();
    CapacityUnits units = request.access().units(request.itemBytes());
    boolean isWrite = request.access().type() == OperationType.WRITE;
    sums.add(request, units);
    caches.add(request, units);
    keys.add(key, millis, isWrite ? units.halves() * WRITE_WEIGHT : units.halves());
    minutes.add(Math.floorDiv(second, 60), key);
    (isWrite ? writePeaks : readPeaks).add(millis, key, units.halves());
    if (isWrite && request.sortKey() != null) {
      itemPeaks.add(millis, HotKeys.item(key, request.sortKey()), units.halves());
    }
    if (!request.attributes().isEmpty()) {
      named(request, isWrite);
    }
  }

  private void named(TraceRecord request, boolean isWrite) {
    if (isWrite) {
      attributes.written(request.attributes());
    } else if (keys.isHeavy(request.partitionKey())) {
      attributes.read(request.attributes());
    }
  }

  /** Keys of a minute are counted by a smaller sketch; they are no more than there are in all. */
  private KeyStatistics statistics() {
    Bounds distinct = keys.distinct();
    return sums.statistics(distinct, minutes.distribution().atMost(distinct.estimate()));
  }

  /** The advice on all requests so far. The current second and minute count as complete. */
  public Advice advice() {
    writePeaks.end();
    readPeaks.end();
    itemPeaks.end();
    minutes.end();
    HotKeys hot = new HotKeys(keys, writePeaks, readPeaks, itemPeaks);
    Rating rating = Rating.of(keys, minutes.areFewAtATime(), hot.areThere(), "request");
    List<Finding> findings =
        new ArrayList<>(new TraceFindings(sums, hot, rating, attributes, growth, sorted).all());
    findings.addAll(caches.findings());
    Sharding sharding = new Sharding(sums, hot, rating, growth, sorted);
    return new Advice(
        statistics(),
        hot.heavyKeys(),
        keys.errorShare(),
        rating.design(),
        rating.reason(),
        findings,
        sharding.advice());
  }

  /** Counts the keys in use per minute. */
  static final class KeyMinutes {
    private static final int LOG_PLACES = 12;

    private final DistinctKeys current = new DistinctKeys(LOG_PLACES);
    private final Quantiles counts = new Quantiles();
    private long minute = -1;
    private long requests;
    private long busy;
    private long few;

    void add(long atMinute, String key) {
      if (atMinute > minute) {
        end();
        minute = atMinute;
      }
      current.add(key);
      requests++;
    }

    /** Ends the current minute. */
    void end() {
      if (requests == 0) {
        return;
      }
      double keys = current.count().estimate();
      counts.add(keys);
      if (requests >= AdvisorRules.BUSY_MINUTE_REQUESTS) {
        busy++;
        few += keys <= AdvisorRules.FEW_AT_A_TIME_MAX ? 1 : 0;
      }
      current.clear();
      requests = 0;
    }

    Distribution distribution() {
      return counts.distribution();
    }

    /** Whether there are few keys in most minutes that have requests enough to tell. */
    boolean areFewAtATime() {
      return busy >= AdvisorRules.BUSY_MINUTES_MIN && few >= AdvisorRules.SHAPE_SHARE * busy;
    }
  }
}
