package dev.evenkeel.caching.internal.operation;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a read that begins at some time has to show at least. */
final class Floors {
  private final long timeToLive;
  private final Map<String, Long> own = new HashMap<>();
  private final List<Raise> raises = new ArrayList<>();

  private record Raise(String id, long value, long when) {}

  Floors(long timeToLive) {
    this.timeToLive = timeToLive;
  }

  /** Somebody has written: a read sees it when the time to live is over. */
  void executed(String id, long value, long when) {
    raises.add(new Raise(id, value, when));
  }

  /** A caller of the cache knows that it has written: a read sees it from now on. */
  void ended(Map<String, Long> raised) {
    raised.forEach((id, value) -> own.merge(id, value, Math::max));
  }

  Map<String, Long> at(long now) {
    Map<String, Long> floor = new HashMap<>(own);
    for (Raise raise : raises) {
      if (now - raise.when() >= timeToLive) {
        floor.merge(raise.id(), raise.value(), Math::max);
      }
    }
    return floor;
  }
}
