package dev.evenkeel.simulator.advise;

/**
 * A number that is estimated in bounded memory.
 *
 * @param low it is no less
 * @param estimate the estimated number
 * @param high it is no more
 */
public record Bounds(double low, double estimate, double high) {
  static Bounds exactly(double value) {
    return new Bounds(value, value, value);
  }

  Bounds times(double factor) {
    return new Bounds(low * factor, estimate * factor, high * factor);
  }
}
