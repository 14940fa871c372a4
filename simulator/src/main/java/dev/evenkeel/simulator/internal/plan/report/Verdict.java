package dev.evenkeel.simulator.internal.plan.report;

import dev.evenkeel.simulator.spec.Capacity;
import dev.evenkeel.simulator.spec.ThrottleReason;
import dev.evenkeel.simulator.spec.ThrottleReason.LimitType;
import dev.evenkeel.simulator.spec.result.Comparison;
import dev.evenkeel.simulator.spec.result.RunResult;
import dev.evenkeel.simulator.spec.result.RunResult.HotSecond;
import dev.evenkeel.simulator.spec.result.RunResult.TimeBucket;
import java.util.Locale;
import java.util.Objects;

/** The summary of a comparison, in a sentence or two. */
public final class Verdict {
  /** A smaller gain, or use of burst, counts as none. */
  private static final double GAIN_MIN = 1.05;

  private Verdict() {}

  public static String of(Comparison comparison) {
    RunResult plain = comparison.plain();
    RunResult sharded = comparison.sharded();
    String shards =
        String.format(Locale.ROOT, "%,d shards", comparison.scenario().shards().count());
    if (plain.throttled() == 0) {
      return calm(comparison)
          + (sharded.throttled() == 0 ? "" : " With " + shards + " " + rest(comparison, sharded));
    }
    String without = "Without shards %s of the requests are accepted".formatted(share(plain));
    if (sharded.throttled() == 0) {
      return "%s, with %s all of them.".formatted(without, shards);
    }
    return "%s, with %s %s%s. %s"
        .formatted(
            without, shards, share(sharded), gain(comparison), capital(rest(comparison, sharded)));
  }

  /** The hottest second tells whether partitions had to use what they had kept. */
  private static String calm(Comparison comparison) {
    double hottest =
        comparison.plain().buckets().stream()
            .map(TimeBucket::hottest)
            .filter(Objects::nonNull)
            .mapToDouble(HotSecond::use)
            .max()
            .orElse(0);
    return hottest >= GAIN_MIN
        ? "Nothing is throttled without shards, but only by burst: a partition is asked for up to %s what it has. AWS promises no burst: do not count on it. %s"
            .formatted(times(hottest), comparison.remedy())
        : "Nothing is throttled without shards: this load needs none.";
  }

  private static String gain(Comparison comparison) {
    double gain = comparison.gain();
    return gain < GAIN_MIN || comparison.plain().accepted() == 0
        ? ""
        : ", %s as many".formatted(times(gain));
  }

  private static String times(double gain) {
    return Numbers.times(gain).replace("×", " times");
  }

  private static String share(RunResult run) {
    return Numbers.percent(run.acceptedShare());
  }

  private static String rest(Comparison comparison, RunResult run) {
    ThrottleReason reason = run.throttles().keySet().iterator().next();
    return "%s are still throttled, mostly because %s. %s"
        .formatted(
            Numbers.percent((double) run.throttled() / run.offered()),
            because(reason, comparison),
            remedy(reason, comparison))
        .strip();
  }

  private static String because(ThrottleReason reason, Comparison comparison) {
    LimitType limit = reason.limit();
    return switch (limit) {
      case PROVISIONED_THROUGHPUT -> "more is asked than the table is provisioned for";
      case ACCOUNT_LIMIT -> "the account lets one table use no more";
      case MAX_ON_DEMAND_THROUGHPUT -> "the table's configured maximum is reached";
      case KEY_RANGE_THROUGHPUT ->
          comparison.scenario().table().capacity() instanceof Capacity.OnDemand
              ? "partitions are asked for more than they have, or the table for more than it has adapted to"
              : "the hottest partitions are asked for more than they have";
    };
  }

  /** Shards only help against limits of partitions. */
  private static String remedy(ThrottleReason reason, Comparison comparison) {
    return switch (reason.limit()) {
      case PROVISIONED_THROUGHPUT -> "Shards add nothing to that: provision more.";
      case ACCOUNT_LIMIT -> "Shards add nothing to that: have the quota raised.";
      case MAX_ON_DEMAND_THROUGHPUT -> "Shards add nothing to that: raise it.";
      case KEY_RANGE_THROUGHPUT -> comparison.remedy();
    };
  }

  private static String capital(String sentence) {
    return Character.toUpperCase(sentence.charAt(0)) + sentence.substring(1);
  }
}
