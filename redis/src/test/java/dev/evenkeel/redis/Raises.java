package dev.evenkeel.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** When raises have ended, whichever process has sent them. */
final class Raises {
  static final Duration TIME_TO_LIVE = Duration.ofMillis(400);
  static final int IDS = 8;

  private final List<List<long[]>> ended = new ArrayList<>(); // of each counter: time, value

  Raises() {
    for (int id = 0; id < IDS; id++) {
      ended.add(new ArrayList<>());
    }
  }

  synchronized void ended(int id, long value) {
    ended.get(id).add(new long[] {System.nanoTime(), value});
  }

  /** The greatest value that was there a time to live ago. */
  synchronized long beforeTimeToLive(int id) {
    long now = System.nanoTime();
    return ended.get(id).stream()
        .filter(raise -> now - raise[0] >= TIME_TO_LIVE.toNanos())
        .mapToLong(raise -> raise[1])
        .max()
        .orElse(0);
  }
}
