package dev.evenkeel.examples;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that an example moves, so that months go by in seconds. */
public final class MovingClock implements InstantSource {
  private Instant now;

  /** Starts at a time. */
  public MovingClock(Instant now) {
    this.now = now;
  }

  @Override
  public synchronized Instant instant() {
    return now;
  }

  /** Moves on to a time, never back. */
  public synchronized void moveTo(Instant time) {
    now = time.isAfter(now) ? time : now;
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    moveTo(instant().plus(time));
  }
}
