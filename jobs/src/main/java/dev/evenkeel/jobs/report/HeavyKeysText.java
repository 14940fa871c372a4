package dev.evenkeel.jobs.report;

import dev.evenkeel.core.internal.value.Printable;
import dev.evenkeel.simulator.advise.Advice;
import dev.evenkeel.simulator.advise.Advice.Bounds;
import dev.evenkeel.simulator.advise.Advice.HeavyKey;
import dev.evenkeel.simulator.advise.Advice.KeyPeak;
import java.util.Locale;

/** The heavy keys as a table. */
final class HeavyKeysText {
  private static final int KEY_LENGTH_MAX = 60;

  private HeavyKeysText() {}

  /**
   * @param timed whether there are busiest seconds
   */
  static String of(Advice advice, boolean timed) {
    if (advice.heavyKeys().isEmpty()) {
      return "";
    }
    TextTable table =
        timed
            ? new TextTable("KEY", "REQUESTS", "SHARE", "LOAD", "WRITE UNITS/S", "READ UNITS/S")
            : new TextTable("KEY", "ITEMS", "SHARE", "BYTES");
    for (HeavyKey key : advice.heavyKeys()) {
      String requests = range(key.requests(), "%,.0f");
      String share = range(percent(key.share()), "%.1f %%");
      String load = range(percent(key.loadShare()), "%.1f %%");
      if (timed) {
        table.row(
            Printable.of(key.key(), KEY_LENGTH_MAX),
            requests,
            share,
            load,
            peak(key.writes()),
            peak(key.reads()));
      } else {
        table.row(Printable.of(key.key(), KEY_LENGTH_MAX), requests, share, load);
      }
    }
    return String.format(
        Locale.ROOT,
        "\nHeavy keys, %s%s:\n%s",
        timed ? "with their busiest second; " : "",
        advice.shareError() == 0
            ? "numbers are exact"
            : String.format(
                Locale.ROOT, "shares are off by %.3f %% at most", 100 * advice.shareError()),
        table);
  }

  private static Bounds percent(Bounds share) {
    return new Bounds(100 * share.low(), 100 * share.estimate(), 100 * share.high());
  }

  private static String peak(KeyPeak peak) {
    String units = range(peak.units(), "%,.1f");
    return peak.atMillis() < 0 && peak.units().high() > 0 ? "up to " + units : units;
  }

  /** Both bounds, if they look different. */
  private static String range(Bounds bounds, String format) {
    String low = String.format(Locale.ROOT, format, bounds.low());
    String high = String.format(Locale.ROOT, format, bounds.high());
    return low.equals(high) ? high : low + " to " + high;
  }
}
