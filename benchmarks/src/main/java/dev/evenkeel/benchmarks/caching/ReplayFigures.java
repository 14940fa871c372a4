package dev.evenkeel.benchmarks.caching;

import dev.evenkeel.benchmarks.figure.FigureReport;
import dev.evenkeel.benchmarks.figure.Setting;
import dev.evenkeel.simulator.PartitionSimulator;
import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.PartitionSecond;
import dev.evenkeel.simulator.spec.Request;
import dev.evenkeel.simulator.spec.SortKeys;
import dev.evenkeel.simulator.spec.TableSpec;
import dev.evenkeel.simulator.trace.TraceRecord;
import java.util.List;

/** Replays reads of items with and without a cache, as though the site had that many visitors. */
final class ReplayFigures {
  private static final long BYTES_MAX = 32L << 20;
  private static final int READ_UNITS = 60_000;
  private static final long ITEM_BYTES_SMALL = 4096;

  private ReplayFigures() {}

  static void measure(Setting setting, FigureReport report) {
    List<TraceRecord> reads = PageReads.of(setting);
    report.put("data", setting.data() == null ? "generated" : "real");
    report.put("reads", reads.size());
    report.put("bound_mib", BYTES_MAX >> 20);
    replay(reads, 1, "_x1", report);
    replay(reads, 100, "_x100", report);
    replay(reads, 1_000, "", report);
    replay(reads.stream().map(ReplayFigures::small).toList(), 1_000, "_small", report);
  }

  private static TraceRecord small(TraceRecord read) {
    return TraceRecord.of(
        read.atMillis(),
        read.partitionKey(),
        read.access(),
        Math.min(read.bytes(), ITEM_BYTES_SMALL));
  }

  /** Partitions, and what was asked of the hottest in its worst second. */
  private static final class Partitions {
    double hottest;
    double units;
    private final PartitionSimulator table =
        PartitionSimulator.builder(
                TableSpec.builder(CachingFigures.TABLE)
                    .capacity(Capacity.provisioned(READ_UNITS, 0))
                    .sortKeys(SortKeys.NONE)
                    .build())
            .listener((second, partitions) -> partitions.forEach(this::look))
            .build();

    private void look(PartitionSecond partition) {
      units += partition.heat().offeredReadUnits();
      hottest = Math.max(hottest, partition.heat().offeredReadUnits());
    }

    void read(long millis, TraceRecord read, boolean consistent) {
      Access access = consistent ? Access.STRONG_READ : Access.EVENTUAL_READ;
      table.offer(Request.of(millis, read.partitionKey(), null, access, read.itemBytes()));
    }

    void end(long millis) {
      table.advanceTo(millis / 1000 + 1);
    }
  }

  /**
   * @param speed times that of the log: a site with so many times the visitors
   */
  private static void replay(
      List<TraceRecord> reads, int speed, String suffix, FigureReport report) {
    report.note("replay at " + speed + " times the speed ...");
    Partitions before = new Partitions();
    Partitions after = new Partitions();
    CachedReads cache = new CachedReads(BYTES_MAX);
    long begin = reads.get(0).atMillis();
    long millis = 0;
    for (TraceRecord read : reads) {
      long nanos = (read.atMillis() - begin) * 1_000_000 / speed;
      millis = nanos / 1_000_000;
      before.read(millis, read, false);
      Boolean sent = cache.read(nanos, read);
      if (sent != null) {
        after.read(millis, read, sent);
      }
    }
    before.end(millis);
    after.end(millis);
    report.put("hit_ratio" + suffix, cache.hitRatio());
    report.put("reads_saved" + suffix, 1 - after.units / before.units);
    report.put("hottest_partition_before" + suffix, before.hottest);
    report.put("hottest_partition_after" + suffix, after.hottest);
  }
}
