package dev.evenkeel.examples.quickstart;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.evenkeel.chunking.spec.AttributePolicy;
import dev.evenkeel.chunking.spec.Codecs;
import dev.evenkeel.examples.quickstart.HitStore.Answer;
import dev.evenkeel.timeseries.spec.Period;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** Stores a log under its days on a sharded table, reads it back, and checks every answer. */
final class Quickstart {
  static final String TABLE = "hits";
  private static final String UNSHARDED_TABLE = "hits_unsharded";
  private static final int NEWEST_COUNT = 20;
  private static final int ROLLED_DAYS = 7;

  private final DynamoDbClient plain;
  private final int shardCount;
  private final AccessLog log;
  private final ExpectedAnswers expected;
  private final Report report;
  private final RequestCounter counter = new RequestCounter();
  private final Verification verification = new Verification();
  private final HitStore sharded;
  private final HitStore unsharded;

  Quickstart(DynamoDbClient plain, int shardCount, AccessLog log, Report report) {
    this.plain = plain;
    this.shardCount = shardCount;
    this.log = log;
    this.report = report;
    this.expected = new ExpectedAnswers(log.hits());
    this.sharded =
        new HitStore(ShardedHits.client(counter.counting(plain), TABLE, shardCount), TABLE);
    this.unsharded = new HitStore(plain, UNSHARDED_TABLE);
  }

  /**
   * Runs it all.
   *
   * @param progress makes the progress display for a number of hits
   * @return the differences from the expected answers; empty if all is well
   */
  List<String> run(IntFunction<LoadProgress> progress) {
    String day = expected.hottestDay();
    report.days(expected.hitCounts(), day);
    store(progress);
    checkStored(day);
    query(day);
    checkAllDays();
    storeAsOneItem(day);
    roll();
    return verification.differences();
  }

  /** The counts of stored and verified data, for the last line of the report. */
  String counts() {
    return "%d hits, %d days, %d shards, 1 hour, %d newest, %d malformed"
        .formatted(
            log.hits().size(),
            expected.hitCounts().size(),
            shardCount,
            expected.newest(expected.hottestDay(), NEWEST_COUNT).size(),
            log.malformedCount());
  }

  private void store(IntFunction<LoadProgress> progress) {
    new HitStore(plain, TABLE).createTable();
    long startNanos = System.nanoTime();
    try (LoadProgress display = progress.apply(log.hits().size())) {
      HitLoader.load(sharded, log.hits(), display::step);
    }
    report.stored(log.hits().size(), Duration.ofNanos(System.nanoTime() - startNanos));
  }

  private void checkStored(String day) {
    SortedMap<String, Integer> itemCounts = new PhysicalTable(plain, TABLE).itemCounts();
    int items = itemCounts.values().stream().mapToInt(Integer::intValue).sum();
    verification.sameNumber("items stored", log.hits().size(), items);
    itemCounts.keySet().removeIf(key -> !key.startsWith(day));
    if (!itemCounts.isEmpty()) {
      report.shards(day, shardCount, itemCounts);
    }
  }

  private void query(String day) {
    TimeWindow hour = expected.busiestHour(day);
    List<Hit> inHour = expected.within(day, hour);
    List<Hit> newest = expected.newest(day, NEWEST_COUNT);
    createUnsharded(inHour, newest);
    ReadCost hourCost = cost("busiest hour", store -> store.within(day, hour));
    ReadCost newestCost = cost("newest hits", store -> store.newest(day, NEWEST_COUNT));
    report.window(hour, hourCost.sharded().hits());
    report.newest(day, newestCost.sharded().hits());
    report.costs(List.of(hourCost, newestCost));
    verification.sameHits("busiest hour", inHour, hourCost.sharded().hits().iterator());
    verification.sameHits("newest hits", newest, newestCost.sharded().hits().iterator());
  }

  private void createUnsharded(List<Hit> inHour, List<Hit> newest) {
    Set<Hit> hits = new LinkedHashSet<>(inHour);
    hits.addAll(newest);
    unsharded.createTable();
    HitLoader.load(unsharded, List.copyOf(hits), () -> {});
  }

  private ReadCost cost(String what, Function<HitStore, Answer> query) {
    long before = counter.sent();
    Answer answer = query.apply(sharded);
    return new ReadCost(what, answer, counter.sent() - before, query.apply(unsharded));
  }

  /** The longest day is longer than an item may be, if the log is a real one. */
  private void storeAsOneItem(String day) {
    String text = expected.ofDay(day).stream().map(Hit::toString).collect(Collectors.joining("\n"));
    List<DayLog.Stored> ways = new ArrayList<>();
    for (DayLog days :
        List.of(
            new DayLog(plain, "days_chunked", AttributePolicy.chunked()),
            new DayLog(
                plain,
                "days_compressed",
                AttributePolicy.compressed(Codecs.gzip()).thenChunked()))) {
      days.createTables();
      ways.add(days.put(day, text));
      verification.sameText("the log of " + day, text, days.get(day));
    }
    report.large(day, text.getBytes(UTF_8).length, ways);
  }

  /** The last days once more, in a table a day, while a clock goes by. */
  private void roll() {
    List<Hit> hits = expected.lastDays(ROLLED_DAYS);
    if (!Period.TIMES.contains(hits.get(0).at())) {
      return; // a log from before 1970
    }
    RollingHits rolling = new RollingHits(plain, hits.get(0).at());
    rolling.store(hits);
    List<RollingHits.DayTable> tables = rolling.tables();
    report.rolled(tables);
    verification.sameHits("hits over all tables", hits, rolling.all());
    for (RollingHits.DayTable table : tables) {
      String day = table.name().substring(table.name().length() - "2015-05-17".length());
      verification.sameNumber("hits in " + table.name(), countOf(day, hits), table.items());
    }
  }

  private static int countOf(String day, List<Hit> hits) {
    return (int) hits.stream().filter(hit -> hit.day().equals(day)).count();
  }

  private void checkAllDays() {
    for (String day : expected.hitCounts().keySet()) {
      verification.sameHits("all of " + day, expected.ofDay(day), sharded.ofDay(day));
    }
  }
}
