package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.Sources.format;
import static dev.evenkeel.simulator.spec.PartitionRules.BURST_SECONDS;

/**
 * What is said of hot keys.
 *
 * @param type of the units, such as read
 * @param limit what a partition carries of them in a second
 * @param growth what the load is multiplied by
 */
record HotText(String type, long limit, double growth) {

  /**
   * @param hottest its busiest second
   * @param now how many keys are hot as it is
   * @param grown how many are when the load has grown
   * @param maybeMore whether there may be more than those
   */
  String of(KeyPeak hottest, long now, long grown, boolean maybeMore) {
    String atLeast = maybeMore ? "at least " : "";
    if (now == 0) {
      double units = hottest.units().high();
      return format(
          "the busiest second of a key took %s%,.0f %s units, which grow to %,.0f%s",
          hottest.units().low() < units ? "up to " : "",
          units,
          type,
          units * growth,
          grown > 1 ? format("; %s%,d keys grow to more than %,d", atLeast, grown, limit) : "");
    }
    return format(
        "%s%,d %s asked for more than %,d %s units in a second, the hottest for %,.0f, and in %,d"
            + " %s for too many; burst capacity bridges at most %d seconds of a whole partition%s",
        atLeast,
        now,
        now == 1 ? "key was" : "keys were",
        limit,
        type,
        hottest.units().high(),
        hottest.secondsOver(),
        hottest.secondsOver() == 1 ? "second" : "seconds",
        BURST_SECONDS,
        grown > now ? format(". When the load has grown, %s%,d keys are", atLeast, grown) : "");
  }
}
