package dev.evenkeel.simulator.spec.workload;

import dev.evenkeel.simulator.spec.Access;
import dev.evenkeel.simulator.spec.OperationType;
import dev.evenkeel.simulator.spec.Request;
import java.util.List;
import java.util.Locale;

/**
 * A made-up workload: equal requests, so many a second, for keys drawn from a distribution.
 *
 * @param rate how many a second
 * @param keys for which keys
 * @param access the access of each request
 * @param itemBytes the size of each item
 * @param seconds for how long
 */
public record Workload(
    RequestRate rate, KeyDistribution keys, Access access, int itemBytes, long seconds) {
  /** The most requests: some minutes of a laptop. */
  public static final long REQUESTS_MAX = 1_000_000_000;

  /**
   * Checks the whole.
   *
   * @throws IllegalArgumentException naming the rule that is broken
   */
  public Workload {
    Request.of(0, keys.key(0), null, access, itemBytes);
    if (seconds < 1) {
      throw new IllegalArgumentException("a workload takes 1 second or more but took " + seconds);
    }
    if (rate.max() == 0) {
      throw new IllegalArgumentException(
          "a workload has at least one request a second at its peak");
    }
    if (seconds == 1 && rate.in(0, seconds) < rate.max()) {
      throw new IllegalArgumentException(
          "a rate that grows or has a peak takes 2 seconds or more to do so, but the workload took 1");
    }
    if (seconds > REQUESTS_MAX / rate.max()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "a workload has at most %,d requests but this has up to %,d a second for %,d seconds; make it shorter",
              REQUESTS_MAX,
              rate.max(),
              seconds));
    }
  }

  /** Inserts of 1,000 bytes, one write unit each. */
  public static Workload writes(long perSecond, KeyDistribution keys, long seconds) {
    return new Workload(RequestRate.steady(perSecond), keys, Access.INSERT, 1_000, seconds);
  }

  /** In a few words, such as {@code 20,000 writes a second to one key}. */
  public String title() {
    String kind = access.type() == OperationType.READ ? "reads" : "writes";
    String keyCount =
        keys instanceof KeyDistribution.Single
            ? "one key"
            : String.format(Locale.ROOT, "%,d %s", keys.keys(), keys.keys() == 1 ? "key" : "keys");
    return "%s %s a second %s %s"
        .formatted(rate, kind, access.type() == OperationType.READ ? "of" : "to", keyCount);
  }

  /** The rest, in sentences. */
  public List<String> notes() {
    return List.of(
        String.format(Locale.ROOT, "For %,d %s.", seconds, seconds == 1 ? "second" : "seconds"),
        String.format(Locale.ROOT, "Items of %,d bytes, each %s.", itemBytes, what()),
        keys.describe());
  }

  private String what() {
    String count = access.units(itemBytes).toString();
    String unit = count.equals("1") ? "unit" : "units";
    return switch (access) {
      case INSERT -> "written anew for " + count + " write " + unit;
      case REPLACE -> "written over for " + count + " write " + unit;
      case EVENTUAL_READ -> "read eventually consistent for " + count + " read " + unit;
      case STRONG_READ -> "read strongly consistent for " + count + " read " + unit;
    };
  }

  /** The units that its busiest second asks for. */
  public double unitsPerSecondMax() {
    return access.units(itemBytes).times(rate.max()).asDouble();
  }
}
