package dev.evenkeel.simulator.advise;

import static dev.evenkeel.simulator.advise.AdvisorRules.EVEN_FACTOR;
import static dev.evenkeel.simulator.advise.AdvisorRules.FEW_KEYS_MAX;
import static dev.evenkeel.simulator.advise.AdvisorRules.POPULAR_FACTOR;
import static dev.evenkeel.simulator.advise.AdvisorRules.POPULAR_SHARE;
import static dev.evenkeel.simulator.advise.AdvisorRules.REQUESTS_MIN;
import static dev.evenkeel.simulator.advise.Sources.format;

import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.KeyDesign;
import dev.evenkeel.simulator.advise.KeyShape.KeyShapes;
import org.jspecify.annotations.Nullable;

/**
 * Rates a key design by the rows of AWS's table.
 *
 * @param design null if too little was seen
 * @param reason why, with numbers
 */
record Rating(@Nullable KeyDesign design, String reason) {

  /**
   * @param fewAtATime whether there are few different keys in most minutes
   * @param isHot whether more was asked of a key than a partition carries
   * @param thing the name of a counted thing, such as request
   */
  static Rating of(KeyUse keys, boolean fewAtATime, boolean isHot, String thing) {
    Bounds distinct = keys.distinct();
    if (keys.count() < REQUESTS_MIN) {
      return new Rating(
          null,
          format(
              "%s %s too few to rate the key by; %,d would do",
              Sources.count(keys.count(), thing), keys.count() == 1 ? "is" : "are", REQUESTS_MIN));
    }
    KeyShapes shapes = keys.shapes();
    if (shapes.areMostly(KeyShape.DATE)) {
      return new Rating(
          KeyDesign.ROUNDED_TIME,
          format(
              "%.0f %% of the keys are dates, hours or minutes",
              100 * shapes.share(KeyShape.DATE)));
    }
    if (distinct.estimate() <= FEW_KEYS_MAX) {
      return new Rating(
          KeyDesign.FEW_VALUES,
          format(
              "there %s for %s",
              distinct.estimate() == 1
                  ? "is one key"
                  : format("are %,.0f different keys", distinct.estimate()),
              Sources.count(keys.count(), thing)));
    }
    if (fewAtATime) {
      return new Rating(
          KeyDesign.ROUNDED_TIME,
          format(
              "of %,.0f different keys, a minute uses no more than %d, and others than the one before",
              distinct.estimate(), AdvisorRules.FEW_AT_A_TIME_MAX));
    }
    return byHeaviest(keys.heaviestLoadShare(), distinct, isHot);
  }

  private static Rating byHeaviest(Bounds share, Bounds distinct, boolean isHot) {
    double times = share.low() * distinct.estimate();
    if ((isHot || share.low() >= POPULAR_SHARE) && times >= POPULAR_FACTOR) {
      return new Rating(
          KeyDesign.ONE_POPULAR,
          format(
              "of %,.0f different keys, one has %.1f %% of the load, %,.0f times the average",
              distinct.estimate(), 100 * share.low(), times));
    }
    double timesAtMost = share.high() * distinct.estimate();
    return timesAtMost <= EVEN_FACTOR
        ? new Rating(
            KeyDesign.EVEN_DEVICES,
            format(
                "of %,.0f different keys, none has more than %.2f %% of the load",
                distinct.estimate(), 100 * share.high()))
        : new Rating(
            KeyDesign.MANY_USERS,
            format(
                "of %,.0f different keys, the heaviest has %.2f %% of the load",
                distinct.estimate(), 100 * share.estimate()));
  }
}
