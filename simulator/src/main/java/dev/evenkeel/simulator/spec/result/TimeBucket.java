package dev.evenkeel.simulator.spec.result;

import org.jspecify.annotations.Nullable;

/**
 * One or more seconds on end.
 *
 * @param firstSecond where it begins
 * @param seconds how many it has
 * @param offered requests made in all of them
 * @param accepted requests served
 * @param hottest the hottest partition of its hottest second; null if there were no requests
 */
public record TimeBucket(
    long firstSecond, long seconds, long offered, long accepted, @Nullable HotSecond hottest) {

  /** Where the next begins. */
  public long endSecond() {
    return firstSecond + seconds;
  }

  public long throttled() {
    return offered - accepted;
  }

  public double offeredPerSecond() {
    return (double) offered / seconds;
  }

  public double acceptedPerSecond() {
    return (double) accepted / seconds;
  }

  public double throttledPerSecond() {
    return (double) throttled() / seconds;
  }
}
