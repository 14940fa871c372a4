package dev.evenkeel.examples.quickstart;

import java.time.Instant;

/** The time from an instant, included, to a later one, excluded. */
record TimeWindow(Instant from, Instant to) {
  TimeWindow {
    if (!from.isBefore(to)) {
      throw new IllegalArgumentException(
          "from must be before to but they were " + from + ", " + to);
    }
  }

  boolean contains(Instant at) {
    return !at.isBefore(from) && at.isBefore(to);
  }

  @Override
  public String toString() {
    return from + " to " + to;
  }
}
