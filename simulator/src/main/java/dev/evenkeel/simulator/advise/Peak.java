package dev.evenkeel.simulator.advise;

import dev.evenkeel.simulator.advise.HeavyHitters.Row;

/** What is kept of one key: its busiest second, and how often it was over. */
final class Peak {
  private static final long HALF_MILLIS = 500;
  private static final long NEVER = Long.MIN_VALUE / 2;

  private Row row;
  private long atMillis;
  private double weightPerRequest;
  private boolean alike;
  private long surely;
  private long secondsOver;
  private long lastOver = NEVER;
  private long between = NEVER;

  Peak(SecondWindow second, Row row) {
    this.row = row;
    take(second, row);
  }

  private void take(SecondWindow second, Row busier) {
    row = busier;
    atMillis = second.startMillis();
    weightPerRequest = second.weightPerRequest(busier);
    alike = second.areAlike(busier);
  }

  void note(SecondWindow second, Row found, long limitWeight) {
    if (found.high() > row.high()) {
      take(second, found);
    }
    surely = Math.max(surely, found.low());
    if (found.low() > limitWeight) {
      over(second);
    }
  }

  /** Of seconds that overlap one is counted: the one that begins whole, whichever ends first. */
  private void over(SecondWindow second) {
    long start = second.startMillis();
    if (second.beginsWhole()) {
      secondsOver += between == NEVER || between == start - HALF_MILLIS ? 1 : 2;
      between = NEVER;
      lastOver = start;
    } else if (Math.abs(lastOver - start) > HALF_MILLIS) {
      secondsOver += between == NEVER ? 0 : 1;
      between = start;
    }
  }

  /** The most it can have been in its busiest second. */
  long most() {
    return row.high();
  }

  /** What it had for certain in some second. */
  long surely() {
    return surely;
  }

  boolean wasOver() {
    return lastOver != NEVER || between != NEVER;
  }

  KeyPeak told(double unitsOfWeight) {
    return new KeyPeak(
        row.bounds(unitsOfWeight),
        atMillis,
        secondsOver + (between == NEVER ? 0 : 1),
        weightPerRequest * unitsOfWeight,
        alike);
  }
}
