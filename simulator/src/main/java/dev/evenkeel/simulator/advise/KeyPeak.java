package dev.evenkeel.simulator.advise;

/**
 * The busiest second of a key, of those that begin at a whole or at a half second. So a burst of
 * half a second is never cut in two, an even one of a second is seen to three quarters, and any
 * other second to half at least.
 *
 * @param units the units offered in it; never less than the truth if they are above the bounds
 * @param atMillis when it began, in milliseconds since 1970; -1 if nothing was seen
 * @param secondsOver how many seconds were above what one partition carries: all whole ones, and of
 *     those that begin at a half the ones beside which none is
 * @param unitsPerRequest the size of its requests: what the request takes that the average unit is
 *     part of, so that few large requests among many small ones count as what they ask for; the
 *     most it can be
 * @param alike whether all of its requests took that much for certain
 */
public record KeyPeak(
    Bounds units, long atMillis, long secondsOver, double unitsPerRequest, boolean alike) {
  static final KeyPeak NONE = new KeyPeak(Bounds.exactly(0), -1, 0, 0, false);
}
