package dev.evenkeel.caching.internal.store;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The reads under way that callers may share. A caller joins one only if no write of the item has
 * begun or ended since it began: one that ended is of before the caller's read, and has to be seen
 * by it.
 */
final class Flights {
  private final ConcurrentMap<Wanted, Flight<?>> underWay = new ConcurrentHashMap<>();

  /** The item, and the part of it, that callers ask for. */
  private record Wanted(ItemKey key, Question<?> question, boolean async) {
    static Wanted of(Reading<?> reading, boolean async) {
      return new Wanted(reading.key(), reading.question(), async);
    }
  }

  /** The flight of a read: one under way, or a new one of this very reading, which leads it. */
  @SuppressWarnings("unchecked") // a flight is found by the question that it answers
  <R extends DynamoDbResponse> Flight<R> join(Reading<R> reading, boolean async) {
    Wanted wanted = Wanted.of(reading, async);
    Flight<?> known = underWay.get(wanted);
    if (known != null && isJoinable(known, reading)) {
      return (Flight<R>) known;
    }
    Flight<R> own = alone(reading, async);
    return (Flight<R>)
        underWay.compute(
            wanted, (key, there) -> there != null && isJoinable(there, reading) ? there : own);
  }

  /** A flight that nobody joins. */
  <R extends DynamoDbResponse> Flight<R> alone(Reading<R> reading, boolean async) {
    return new Flight<>(reading, async, this);
  }

  private static boolean isJoinable(Flight<?> flight, Reading<?> reading) {
    Reading<?> under = flight.reading();
    long age = reading.since() - under.since();
    return under.stamp() == reading.stamp() && age < reading.table().spec().timeToLive().toNanos();
  }

  void over(Flight<?> flight) {
    underWay.remove(Wanted.of(flight.reading(), flight.isAsync()), flight);
  }
}
