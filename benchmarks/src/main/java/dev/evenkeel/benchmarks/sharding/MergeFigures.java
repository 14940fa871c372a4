package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.canned.MemoryClient;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.benchmarks.figure.ThreadMeter;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The cost of merging per row: CPU time of the thread that calls, in pages of 1 MiB over a client
 * without a wire. Planning, hand-over from the worker threads, merge and translation are in it;
 * making the rows is not.
 */
final class MergeFigures {
  private static final String NAME = "merge_ns_per_item_n200";

  private MergeFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    int rows = ShardingFigures.SHARDS * ShardingFigures.rowsPerShard(scale);
    int drains = scale.of(30, 1);
    int warmUp = scale.of(10, 0);
    Samples.of(Math.max(1, warmUp), set -> nanosPerRow(set, rows));
    Samples measured = Samples.of(drains, set -> nanosPerRow(set, rows));
    report.put(NAME + "_rows", rows);
    report.put(NAME + "_drains", drains);
    report.put(NAME, measured.median());
  }

  private static double nanosPerRow(int set, int rows) {
    CannedTable table =
        Events.sharded(new IdSet(set % ShardingFigures.ID_SETS + 1), rows, ShardingFigures.SHARDS);
    SelfMeasuring delegate = new SelfMeasuring(new MemoryClient(table));
    DynamoDbClient sharded =
        ShardingDynamoDbClient.builder(delegate).table(Events.spec(ShardingFigures.SHARDS)).build();
    long before = ThreadMeter.cpuNanos();
    Drain.all(table, sharded, Events.query(Events.DAY)).expecting(rows);
    long used = ThreadMeter.cpuNanos() - before;
    return (double) (used - delegate.callerNanos) / rows;
  }

  /** Knows what it cost the thread that made it; a fan-out's last request runs on the caller's. */
  private static final class SelfMeasuring extends DelegatingDynamoDbClient {
    private final Thread caller = Thread.currentThread();
    private long callerNanos;

    SelfMeasuring(DynamoDbClient delegate) {
      super(delegate);
    }

    @Override
    protected <T extends DynamoDbRequest, R> R invokeOperation(
        T request, Function<T, R> operation) {
      if (Thread.currentThread() != caller) {
        return operation.apply(request);
      }
      long before = ThreadMeter.cpuNanos();
      R response = operation.apply(request);
      callerNanos += ThreadMeter.cpuNanos() - before;
      return response;
    }
  }
}
