package dev.evenkeel.jobs.cost;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.jobs.cost.CostLine.Per;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** What deep sweeps cost, by the class of each table and how it is billed. */
public final class SweepCosts {
  private static final String UNSEEN = "the table may not be described, or is not there";
  private static final String SERIES = "it has a table for each period, and nobody has listed them";

  private final List<ChunkingSpec> specs;
  private final Function<String, @Nullable TableDescription> tables;
  private final Predicate<String> series;
  private final Costs costs;

  /**
   * Costs to which more are added.
   *
   * @param tables looks a table up; null if it is not there or may not be seen
   * @param series whether a name is that of a series, which is no table and is not looked up
   */
  public SweepCosts(
      List<ChunkingSpec> specs,
      Function<String, @Nullable TableDescription> tables,
      Predicate<String> series,
      Costs costs) {
    this.specs = List.copyOf(specs);
    this.tables = tables;
    this.series = series;
    this.costs = costs;
  }

  /** All that was added. */
  public Costs sum() {
    return costs;
  }

  /** Adds a whole pass, which a dry run costs as well. */
  public SweepCosts reading() {
    for (ChunkingSpec spec : specs) {
      ChunkTableSpec chunks = spec.chunkTable();
      if (chunks != null) {
        scan(chunks.tableName());
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
          null,
          "nobody has counted the values");
    }
    return this;
  }

  private void scan(String name) {
    if (series.test(name)) {
      costs.unknown(name + ", scan", Per.ONCE, null, SERIES);
      return;
    }
    TableDescription table = tables.apply(name);
    if (table == null || table.tableSizeBytes() == null) {
      costs.unknown(name + ", scan", Per.ONCE, null, UNSEEN);
    } else {
      costs.scans(name + ", scan", 1, table.tableSizeBytes(), table);
    }
  }

  /** Adds the removal of what a dry run has found. */
  public SweepCosts removing(DeepSweepReport found) {
    double noted = found.chunkedNoted() + found.objectsNoted();
    if (noted > 0) {
      notes(2 * noted);
    }
    if (found.chunkedNoted() > 0) {
      costs.unknown("deletes of chunks", Per.ONCE, null, "the values' sizes were not read");
    }
    return this;
  }

  private void notes(double units) {
    String what = "notes of what goes, and their removal";
    List<String> names =
        specs.stream()
            .map(ChunkingSpec::intentTable)
            .filter(Objects::nonNull)
            .map(IntentTableSpec::tableName)
            .distinct()
            .toList();
    TableDescription table = names.size() == 1 ? tables.apply(names.get(0)) : null;
    if (table != null) {
      costs.writes(what, units, table);
    } else {
      costs.unknown(
          what,
          Per.ONCE,
          null,
          names.size() == 1
              ? UNSEEN
              : "they are %,.0f writes to %d tables, and which is not known"
                  .formatted(units, names.size()));
    }
  }
}
