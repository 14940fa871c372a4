package dev.evenkeel.jobs.cost;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.jobs.cost.CostLine.Per;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What deep sweeps cost. */
public final class SweepCosts {
  private static final double BYTES_OF_A_READ_UNIT = 8_192;

  private SweepCosts() {}

  /**
   * Adds a whole pass, which a dry run costs as well.
   *
   * @param bytes how large a table is; null if that is not known
   */
  public static void reading(
      List<ChunkingSpec> specs, Function<String, @Nullable Long> bytes, Costs costs) {
    for (ChunkingSpec spec : specs) {
      ChunkTableSpec chunks = spec.chunkTable();
      if (chunks != null) {
        String what = chunks.tableName() + ", scan";
        Long size = bytes.apply(chunks.tableName());
        if (size == null) {
          costs.unknown(what, Per.ONCE, Price.READ_REQUESTS, "the table may not be described");
        } else {
          double units = Math.ceil(size / BYTES_OF_A_READ_UNIT);
          costs.add(what, Per.ONCE, units, Price.READ_REQUESTS);
        }
      }
      if (spec.bucket() != null) {
        costs.unknown(
            spec.bucket().bucket() + ", listing",
            Per.ONCE,
            Price.LIST,
            "nobody has counted the objects; a page of 1,000 is one LIST");
      }
      costs.unknown(
          spec.tableName() + ", a query for each value",
          Per.ONCE,
          Price.READ_REQUESTS,
          "nobody has counted the values");
    }
  }

  /** Adds the removal of what a dry run has found. */
  public static void removing(DeepSweepReport found, Costs costs) {
    double noted = found.chunkedNoted() + found.objectsNoted();
    if (noted > 0) {
      costs.add("notes of what goes, and their removal", Per.ONCE, 2 * noted, Price.WRITE_REQUESTS);
    }
    if (found.chunkedNoted() > 0) {
      costs.unknown(
          "deletes of chunks", Per.ONCE, Price.WRITE_REQUESTS, "the values' sizes were not read");
    }
  }
}
