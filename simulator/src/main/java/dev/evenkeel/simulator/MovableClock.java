package dev.evenkeel.simulator;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/**
 * A clock that a test moves by hand, so that seconds and hours go by without waiting. Goes forwards
 * only. Safe for use by several threads.
 */
public final class MovableClock implements InstantSource {
  private Instant now;

  private MovableClock(Instant now) {
    this.now = now;
  }

  /** A clock that stands at a time. */
  public static MovableClock at(Instant time) {
    return new MovableClock(time);
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** Advances the clock; a negative duration has no effect. */
  public synchronized void pass(Duration time) {
    moveTo(instant().plus(time));
  }

  /** Advances the clock to a time; an earlier time has no effect. */
  public synchronized void moveTo(Instant time) {
    now = time.isAfter(now) ? time : now;
  }
}
