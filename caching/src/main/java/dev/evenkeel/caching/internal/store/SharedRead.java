package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.Flight.Failed;
import dev.evenkeel.caching.internal.store.Flight.Landing;
import dev.evenkeel.caching.internal.store.Flight.Reply;
import dev.evenkeel.core.internal.flow.Flow;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A read that fills the cache: one caller sends it, and all that ask for the same meanwhile wait
 * for its answer.
 *
 * @param ahead whether the answer is in memory, and is read anew ahead of time
 * @param async whether the client is asynchronous
 * @param held is given what has to be done when the call ends, however it ends
 */
public record SharedRead<R extends DynamoDbResponse>(
    ItemStore store,
    CachedTable table,
    ItemKey key,
    Question<R> question,
    Fetch<R> fetch,
    boolean ahead,
    boolean async,
    Consumer<Runnable> held) {

  /** How often a caller waits for others. */
  public static final int WAITS_MAX = 2;

  /** The answer, with the consumed capacity of this call alone: none where another's was shared. */
  public Flow<R> flow() {
    return Flow.defer(() -> joined(0)).step(SharedRead.class, "read");
  }

  private Flow<R> joined(int waits) {
    Reading<R> reading = reading();
    Flight<R> flight = store.flight(reading, async);
    return flight.isLedBy(reading)
        ? led(flight)
        : Flow.ask(flight).then(landing -> landed(flight, landing, waits + 1));
  }

  private Reading<R> reading() {
    return store.reading(table, key, question);
  }

  private Flow<R> led(Flight<R> flight) {
    R there = ahead ? null : store.hit(key, question);
    if (there != null) { // the flight before this one has just landed
      flight.abandoned();
      return Flow.of(there);
    }
    held.accept(flight::abandoned);
    return fetch
        .fetch(flight.reading())
        .atResult(flight::landed)
        .map(Reply::response)
        .recover(
            failure -> {
              flight.failed(failure);
              return Flow.failed(failure);
            });
  }

  /**
   * A caller that waited for a read that was abandoned reads alone, so that callers are never
   * served one after another.
   */
  private Flow<R> landed(Flight<R> flight, Landing<R> landing, int waits) {
    if (landing instanceof Failed<R> failed) {
      return Flow.failed(failed.failure());
    }
    if (landing instanceof Reply<R> landed && store.isFresh(table, landed.since())) {
      R response = flight.shared(landed);
      if (!ahead) { // otherwise its caller has been answered from memory
        store.shared(key, question, response);
      }
      return Flow.of(response);
    }
    return !(landing instanceof Reply<R>) && waits < WAITS_MAX
        ? joined(waits)
        : Flow.defer(() -> fetch.fetch(reading())).map(Reply::response);
  }
}
