package dev.evenkeel.simulator.spec.workload;

import java.util.Locale;

/**
 * The way in which a trace is played.
 *
 * @param speed how many times as fast as it was recorded; above 0
 * @param times how many requests are made for each of the trace, which differ in their sort keys: 1
 *     to {@value #TIMES_MAX}
 */
public record Playback(double speed, int times) {
  /** The most requests for each. */
  public static final int TIMES_MAX = 100_000;

  /** The playback as recorded. */
  public static final Playback RECORDED = new Playback(1, 1);

  public Playback {
    if (!(speed > 0) || speed > 1e9) {
      throw new IllegalArgumentException(
          "the speed of a trace must be above 0, at most 1,000,000,000, but was " + speed);
    }
    if (times < 1 || times > TIMES_MAX) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "each request of a trace is made 1..%,d times but was to be %,d",
              TIMES_MAX,
              times));
    }
  }
}
