package dev.evenkeel.chunking.internal.operation;

import dev.evenkeel.chunking.spec.ChunkTableSpec;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.core.operation.LayerRules;
import dev.evenkeel.core.operation.LayerRules.Periods;
import java.util.List;

/** The rules for tables whose items have periods in a client below: chunks have the same ones. */
public final class PeriodStores {
  private PeriodStores() {}

  /**
   * Checks that what a spec keeps outside of items comes and goes with their periods.
   *
   * @param below the clients below
   * @throws IllegalArgumentException if it does not
   */
  public static void require(ChunkingSpec spec, List<? extends LayerRules> below) {
    below.forEach(layer -> require(spec, layer));
  }

  private static void require(ChunkingSpec spec, LayerRules below) {
    IntentTableSpec intents = spec.intentTable();
    if (intents != null && below.periodsOf(intents.tableName()) != null) {
      throw refusal(
          spec,
          "its intents are in '%s', which has periods: take a plain table"
              .formatted(intents.tableName()));
    }
    ChunkTableSpec chunks = spec.chunkTable();
    Periods periods = below.periodsOf(spec.tableName());
    if (periods != null) {
      requirePeriods(spec, below, periods.time());
    } else if (chunks != null && below.periodsOf(chunks.tableName()) != null) {
      throw refusal(
          spec,
          "its chunks are in '%s', which has periods, and its items have none: take a plain table"
              .formatted(chunks.tableName()));
    }
  }

  private static void requirePeriods(ChunkingSpec spec, LayerRules below, KeyAttribute time) {
    if (spec.bucket() != null) {
      throw refusal(
          spec,
          "its items have periods, and objects in bucket '%s' would not go with them: take a chunk table alone"
              .formatted(spec.bucket().bucket()));
    }
    ChunkTableSpec chunks = spec.chunkTable();
    if (chunks == null) {
      return;
    }
    if (!time.equals(chunks.time())) {
      throw refusal(
          spec,
          "its items have periods by '%s', and its chunks have not: say withTime of chunk table '%s'"
              .formatted(time.name(), chunks.tableName()));
    }
    below.requireCompanion(spec.tableName(), chunks.tableName(), chunks.key());
  }

  private static IllegalArgumentException refusal(ChunkingSpec spec, String why) {
    return new IllegalArgumentException(
        "ChunkingSpec for table '%s' over a time series client: %s"
            .formatted(spec.tableName(), why));
  }
}
