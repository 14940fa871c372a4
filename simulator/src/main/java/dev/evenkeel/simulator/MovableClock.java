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

  /** Lets time pass; a negative duration lets none pass. */
  public synchronized void pass(Duration time) {
    moveTo(instant().plus(time));
  }

  /** Moves on to a time; one that is past lets the clock stand. */
  public synchronized void moveTo(Instant time) {
    now = time.isAfter(now) ? time : now;
  }
}
