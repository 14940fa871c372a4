package dev.evenkeel.simulator.spec;

import org.jspecify.annotations.Nullable;

/**
 * The outcome of one request, or of a number of equal ones.
 *
 * @param accepted how many were served
 * @param throttled how many were not; they cost nothing and left nothing behind
 * @param reason why those were throttled, the same for all of them; null if none was
 */
public record Outcome(long accepted, long throttled, @Nullable ThrottleReason reason) {

  public boolean isThrottled() {
    return throttled > 0;
  }
}
