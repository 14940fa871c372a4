package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import dev.evenkeel.benchmarks.canned.IdSet;
import dev.evenkeel.benchmarks.canned.MemoryClient;
import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Samples;
import dev.evenkeel.benchmarks.figure.Scale;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * The read units of paging through a sharded key, beside those of the same rows under one key in
 * full pages. With nothing kept between pages, a part of the key is enough: every page costs the
 * same.
 */
final class DrainCapacityFigures {
  private static final List<Integer> LIMITS = List.of(25, 1000);

  private final FigureReport report;
  private final int sets;
  private final int rows;
  private final int coldPages;

  private DrainCapacityFigures(Scale scale, FigureReport report) {
    this.report = report;
    this.sets = ShardingFigures.idSets(scale);
    this.rows = ShardingFigures.SHARDS * ShardingFigures.rowsPerShard(scale);
    this.coldPages = scale.of(100, 2);
  }

  static void measure(Scale scale, FigureReport report) {
    new DrainCapacityFigures(scale, report).measure();
  }

  private void measure() {
    report.put("drain_capacity_n200_rows", rows);
    report.put("drain_capacity_n200_row_bytes", CannedTable.ROW_BYTES);
    report.put("drain_capacity_n200_cold_pages", coldPages);
    for (int limit : LIMITS) {
      String name = "drain_capacity_n200_p" + limit;
      report.note(name + " ...");
      report.putMeanAndP99(name, Samples.of(sets, set -> warm(new IdSet(set + 1), limit)));
      report.putMeanAndP99(
          name + "_cold", Samples.of(sets, set -> cold(new IdSet(set + 1), limit)));
    }
  }

  private double warm(IdSet ids, int limit) {
    CannedTable table = Events.sharded(ids, rows, ShardingFigures.SHARDS);
    Drain drain = Drain.all(table, client(table, true), Events.query(limit)).expecting(rows);
    return units(table, drain) / inFullPages(ids, rows);
  }

  private double cold(IdSet ids, int limit) {
    CannedTable table = Events.sharded(ids, rows, ShardingFigures.SHARDS);
    Drain drain =
        Drain.of(table, client(table, false), Events.query(limit), coldPages)
            .expecting(Math.min(rows, (long) coldPages * limit));
    return units(table, drain) / inFullPages(ids, (int) drain.rows());
  }

  private static DynamoDbClient client(CannedTable table, boolean readAhead) {
    return ShardingDynamoDbClient.builder(new MemoryClient(table))
        .table(Events.spec(ShardingFigures.SHARDS))
        .readAhead(readAhead)
        .build();
  }

  /** The units that the table charged, which must equal those that the caller was shown. */
  private static double units(CannedTable table, Drain drain) {
    if (table.tally().units() != drain.units()) {
      throw new IllegalStateException(
          "%s units were charged but %s reported".formatted(table.tally().units(), drain.units()));
    }
    return drain.units();
  }

  private static double inFullPages(IdSet ids, int rows) {
    CannedTable table = Events.plain(ids, rows);
    return Drain.all(table, new MemoryClient(table), Events.query(Events.DAY))
        .expecting(rows)
        .units();
  }
}
