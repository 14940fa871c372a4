package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedAnswers;
import dev.evenkeel.benchmarks.canned.CannedClients;
import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbAsyncClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/**
 * The latency of a merged page, beside the least time of its requests: in each round of the merge,
 * as many waves as it takes to send the round's requests with the allowed concurrency, each as long
 * as one request. Beside it, the loops one writes by hand.
 */
final class FanOutFigures {
  private static final String NAME = "fanout_latency_n200";
  private static final int ROWS = 100;
  private static final int CONCURRENCY = 40;
  private static final Duration DELAY = Duration.ofMillis(5);
  private static final QueryRequest QUERY = Events.query(ROWS);
  private static final ShardingSpec SPEC = Events.spec(ShardingFigures.SHARDS);
  private static final List<String> PHYSICAL_KEYS = Events.physicalKeys(ShardingFigures.SHARDS);

  private final FigureReport report;
  private final int sets;
  private final int rowsPerShard;
  private final int pagesPerSet;
  private final int loopsPerSet;
  private final double[] syncMillis;
  private final double[] asyncMillis;
  private final double[] sequentialMillis;
  private final double[] allOfMillis;
  private final double[] waves;
  private final double[] rounds;
  private final double[] requests;

  private FanOutFigures(Scale scale, FigureReport report) {
    this.report = report;
    this.sets = ShardingFigures.idSets(scale);
    this.rowsPerShard = ShardingFigures.rowsPerShard(scale);
    this.pagesPerSet = scale.of(15, 1);
    this.loopsPerSet = scale.of(3, 1);
    this.syncMillis = new double[sets];
    this.asyncMillis = new double[sets];
    this.sequentialMillis = new double[sets];
    this.allOfMillis = new double[sets];
    this.waves = new double[sets];
    this.rounds = new double[sets];
    this.requests = new double[sets];
  }

  static void measure(Scale scale, FigureReport report) {
    FanOutFigures figures = new FanOutFigures(scale, report);
    report.note(NAME + " ...");
    figures.measureSet(0); // threads, classes and compiled code for the first set that counts
    for (int set = 0; set < figures.sets; set++) {
      figures.measureSet(set);
    }
    figures.print();
  }

  private void measureSet(int set) {
    int rows = ShardingFigures.SHARDS * rowsPerShard;
    CannedTable table = Events.sharded(new IdSet(set + 1), rows, ShardingFigures.SHARDS);
    try (DynamoDbClient plain = CannedClients.sync(CannedAnswers.from(table), DELAY);
        DynamoDbAsyncClient plainAsync = CannedClients.async(CannedAnswers.from(table), DELAY)) {
      DynamoDbClient sync =
          ShardingDynamoDbClient.builder(plain).table(SPEC).concurrency(CONCURRENCY).build();
      DynamoDbAsyncClient async =
          ShardingDynamoDbAsyncClient.builder(plainAsync)
              .table(SPEC)
              .concurrency(CONCURRENCY)
              .build();
      List<String> expected = IntStream.range(0, ROWS).mapToObj(table::id).toList();
      syncMillis[set] =
          millis(pagesPerSet, expected, () -> HandWritten.ids(sync.query(QUERY).items()));
      countRequests(set, table, sync);
      asyncMillis[set] =
          millis(pagesPerSet, expected, () -> HandWritten.ids(async.query(QUERY).join().items()));
      sequentialMillis[set] =
          millis(1, expected, () -> HandWritten.oneByOne(plain, PHYSICAL_KEYS, ROWS));
      allOfMillis[set] =
          millis(loopsPerSet, expected, () -> HandWritten.allOf(plainAsync, PHYSICAL_KEYS, ROWS));
    }
  }

  /** The median of a few, each checked. */
  private static double millis(int times, List<String> expected, Supplier<List<String>> query) {
    Samples nanos =
        Samples.of(
            times,
            i -> {
              long before = System.nanoTime();
              List<String> ids = query.get();
              long took = System.nanoTime() - before;
              if (!ids.equals(expected)) {
                throw new IllegalStateException("a page does not hold the first " + ROWS + " rows");
              }
              return took;
            });
    return nanos.median() / 1e6;
  }

  private void countRequests(int set, CannedTable table, DynamoDbClient sync) {
    table.tally().reset();
    sync.query(QUERY);
    int[] perRound = table.tally().rounds();
    rounds[set] = perRound.length;
    requests[set] = table.tally().requests();
    waves[set] =
        Arrays.stream(perRound).map(asked -> (asked + CONCURRENCY - 1) / CONCURRENCY).sum();
  }

  private void print() {
    report.put(NAME + "_k", ROWS);
    report.put(NAME + "_concurrency", CONCURRENCY);
    report.put(NAME + "_delay_ms", DELAY.toMillis());
    report.put(NAME + "_pages_per_id_set", pagesPerSet);
    report.put(NAME + "_rounds", Samples.of(rounds).mean());
    report.put(NAME + "_requests", Samples.of(requests).mean());
    report.put(NAME + "_waves", Samples.of(waves).mean());
    report.put(NAME + "_ideal_ms", Samples.of(waves).mean() * DELAY.toMillis());
    Samples sync = ratios(syncMillis);
    Samples async = ratios(asyncMillis);
    report.put(NAME, Math.max(sync.mean(), async.mean()));
    report.putMeanAndP99(NAME + "_sync", sync);
    report.putMeanAndP99(NAME + "_async", async);
    report.put(NAME + "_sync_ms", Samples.of(syncMillis).mean());
    report.put(NAME + "_async_ms", Samples.of(asyncMillis).mean());
    report.put("hand_written_sequential_ms", Samples.of(sequentialMillis).mean());
    report.put("hand_written_all_of_ms", Samples.of(allOfMillis).mean());
  }

  private Samples ratios(double[] millis) {
    return Samples.of(sets, set -> millis[set] / (waves[set] * DELAY.toMillis()));
  }
}
