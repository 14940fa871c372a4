package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.canned.MemoryClient;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The number of rows that are read for one exact page, beside asking every shard for all of it. */
final class TopRowsFigures {
  private static final int SHARDS = 50;
  private static final int ROWS = 100;
  private static final String NAME = "rows_top100_n50";

  private TopRowsFigures() {}

  static void measure(Scale scale, FigureReport report) {
    report.note(NAME + " ...");
    int perShard = Math.max(ROWS, ShardingFigures.rowsPerShard(scale));
    int sets = ShardingFigures.idSets(scale);
    report.put(NAME + "_rows_per_shard", perShard);
    report.putMeanAndP99(
        NAME,
        Samples.of(sets, i -> merged(Events.sharded(new IdSet(i + 1), SHARDS * perShard, SHARDS))));
  }

  private static double merged(CannedTable table) {
    DynamoDbClient sharded =
        ShardingDynamoDbClient.builder(new MemoryClient(table)).table(Events.spec(SHARDS)).build();
    Drain.of(table, sharded, Events.query(ROWS), 1).expecting(ROWS);
    return (double) table.tally().rows() / ROWS;
  }
}
