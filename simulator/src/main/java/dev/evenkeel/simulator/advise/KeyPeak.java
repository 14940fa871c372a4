package dev.evenkeel.simulator.advise;

/**
 * The busiest second of a key.
 *
 * @param units what was asked for in it; never less than the truth if anything is above the bounds
 * @param second seconds since 1970; -1 if nothing was seen
 * @param secondsOver how many seconds were above what one partition carries
 */
public record KeyPeak(Bounds units, long second, long secondsOver) {
  static final KeyPeak NONE = new KeyPeak(Bounds.exactly(0), -1, 0);
}
