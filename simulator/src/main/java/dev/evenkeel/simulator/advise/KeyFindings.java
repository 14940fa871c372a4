package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.AdvisorRules.FEW_KEYS_MAX;
import static dev.evenkeel.simulator.advise.AdvisorRules.SEQUENCE_DENSITY;
import static dev.evenkeel.simulator.advise.AdvisorRules.SEQUENCE_RISING_SHARE;
import static dev.evenkeel.simulator.advise.AdvisorRules.SEQUENCE_USES_MAX;
import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.Finding.Kind;
import dev.evenkeel.simulator.advise.Finding.Weight;
import dev.evenkeel.simulator.advise.KeyShape.KeyShapes;
import dev.evenkeel.simulator.advise.Sharding.SelectorChoice;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Findings about a partition key, from its values. */
final class KeyFindings {
  private static final String SHARDS =
      "Shard each key before it needs more than a partition carries: ShardingSpec.shards(count), or"
          + " @ShardedPartitionKey(shards = ...).";

  private static final String COUNTERS =
      "A key is one item here: if its numbers are only added to, CounterSpec spreads them; otherwise a"
          + " sort key makes of one item several, which shards divide.";

  private static final String ITEM =
      "One item alone is written too much, and " + SelectorChoice.HOT_ITEM + ".";

  private KeyFindings() {}

  /**
   * @param hot the hot keys; null of a sample, which does not tell any
   * @param things the name of the counted things, such as requests
   * @param part the seen part of all things
   * @param sorted whether there is a sort key, so that a key can have more than one item
   */
  static List<Finding> of(
      KeyUse keys,
      Rating rating,
      @Nullable HotKeys hot,
      String things,
      double part,
      boolean sorted) {
    List<Finding> findings = new ArrayList<>();
    KeyDesign design = rating.design();
    if (design != null && !design.good()) {
      findings.add(rated(design, rating.reason(), hot, sorted));
    }
    if (keys.count() >= AdvisorRules.REQUESTS_MIN) {
      shapes(keys, findings, things, part);
    }
    return findings;
  }

  private static Finding rated(
      KeyDesign design, String reason, @Nullable HotKeys hot, boolean sorted) {
    Kind kind =
        switch (design) {
          case FEW_VALUES -> Kind.FEW_KEYS;
          case ROUNDED_TIME -> Kind.ROUNDED_TIME;
          default -> Kind.POPULAR_KEY;
        };
    return new Finding(
        kind,
        hot != null && hot.areThere() ? Weight.THROTTLES : Weight.RISK,
        reason,
        "AWS's table calls it bad: \"" + design.row() + "\"",
        kind == Kind.FEW_KEYS ? Sources.KEY_TABLE + "; " + Sources.ANTIPATTERNS : Sources.KEY_TABLE,
        cure(kind, hot, sorted));
  }

  /** A cache where only reads are hot; otherwise what spreads writes, now or when they grow. */
  private static String cure(Kind kind, @Nullable HotKeys hot, boolean sorted) {
    boolean isRead = hot != null && hot.areOnlyReads();
    boolean isOneItem = hot != null && hot.areAllOneItem();
    String spread =
        isRead ? TraceFindings.cache(sorted) : isOneItem ? ITEM : sorted ? SHARDS : COUNTERS;
    return switch (kind) {
      case FEW_KEYS ->
          "Take a key with many values, or join it with one (@CompositeKey). " + spread;
      case ROUNDED_TIME ->
          spread
              + " If old items are seldom used or go in the end, keep a table a period:"
              + " TimeSeriesDynamoDbClient.";
      default ->
          isRead
              ? spread
              : (isOneItem || !sorted ? spread : popular(hot == null || hot.areThere()))
                  + " If it is read that much, cache it.";
    };
  }

  private static String popular(boolean now) {
    return (now ? "Shard" : "Before it needs more than a partition carries, shard")
        + " that key and leave the others plain: ShardingSpec.shards(1).shards("
        + "KeyRule.exactly(key, count)).";
  }

  private static void shapes(KeyUse keys, List<Finding> findings, String things, double part) {
    KeyShapes shapes = keys.shapes();
    if (shapes.areMostly(KeyShape.TIMESTAMP)) {
      findings.add(
          new Finding(
              Kind.TIMESTAMP_KEYS,
              Weight.RISK,
              format(
                  "%.0f %% of the keys are times to the second or closer",
                  100 * shapes.share(KeyShape.TIMESTAMP)),
              "a partition key is asked for as a whole, and nobody knows such times beforehand; what"
                  + " happens at one moment has one key",
              Sources.KEY_TABLE + "; " + Sources.ANTIPATTERNS,
              "Make the time the sort key, under the key that items are looked up by, and for ranges"
                  + " of time keep a table a period: TimeSeriesDynamoDbClient."));
    } else if (shapes.areMostly(KeyShape.NUMBER)) {
      sequence(keys, findings, things, part);
    }
  }

  private static void sequence(KeyUse keys, List<Finding> findings, String things, double part) {
    double distinct = keys.distinct().estimate();
    double uses = keys.count() / distinct;
    NumberedKeys numbers = keys.shapes().numbers();
    double density = Math.min(1, numbers.density(distinct) / part);
    boolean rises = numbers.risingShare() >= SEQUENCE_RISING_SHARE;
    if (distinct <= FEW_KEYS_MAX
        || uses > SEQUENCE_USES_MAX
        || !(rises || density >= SEQUENCE_DENSITY)) {
      return;
    }
    findings.add(
        new Finding(
            Kind.SEQUENCE_KEYS,
            Weight.COST,
            format(
                "keys end with numbers that %s; each has %.1f %s",
                rises
                    ? format("rise one by one in %.0f %% of the steps", 100 * numbers.risingShare())
                    : format("fill %.0f %% of their range", 100 * density),
                uses,
                things),
            format(
                "sequences (%.0f %% of the steps at most %d upwards, or %.0f %% of the range used) with"
                    + " up to %.0f %s a key are not used for accessing the data",
                100 * SEQUENCE_RISING_SHARE,
                AdvisorRules.SEQUENCE_STEP_MAX,
                100 * SEQUENCE_DENSITY,
                SEQUENCE_USES_MAX,
                things),
            Sources.ANTIPATTERNS,
            "Take the key that items are looked up by (customer, order) as partition key, and this"
                + " number as sort key; a condition, attribute_not_exists, keeps it unique. If items"
                + " are looked up by this very number, all is well."));
  }
}
