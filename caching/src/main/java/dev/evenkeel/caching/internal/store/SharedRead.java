package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.Flight.Abandoned;
import dev.evenkeel.caching.internal.store.Flight.Failed;
import dev.evenkeel.caching.internal.store.Flight.Landed;
import dev.evenkeel.caching.internal.store.Flight.Landing;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * A read of an item that belongs into the cache: one caller sends it, and all that want the same
 * meanwhile wait for its answer.
 *
 * @param sent as it is sent, consistent unless the spec says otherwise
 * @param ahead whether the item is in memory, and is read anew ahead of time
 * @param async whether the client is asynchronous
 * @param held is given what has to be done when the call ends, however it ends
 */
public record SharedRead(
    ItemStore store,
    CachedTable table,
    ItemKey key,
    GetItemRequest sent,
    boolean ahead,
    boolean async,
    Consumer<Runnable> held) {

  /** How often a caller waits for others. */
  private static final int WAITS_MAX = 2;

  /** The item, with the consumed capacity of this call alone: none where another's was shared. */
  public Flow<GetItemResponse> flow() {
    return Flow.defer(() -> joined(0)).step(SharedRead.class, "read");
  }

  private Flow<GetItemResponse> joined(int waits) {
    Reading reading = reading();
    Flight flight = store.flight(reading, async);
    return flight.isLedBy(reading)
        ? led(flight)
        : Flow.ask(flight).then(landing -> landed(flight, landing, waits + 1));
  }

  private Reading reading() {
    return store.reading(table, key, Projection.of(sent));
  }

  private Flow<GetItemResponse> led(Flight flight) {
    GetItemResponse there = ahead ? null : store.hit(key, flight.reading().projection());
    if (there != null) { // the flight before this one has just landed
      store.over(flight);
      flight.landed(there);
      return Flow.of(there);
    }
    held.accept(
        () -> {
          store.over(flight);
          flight.abandoned();
        });
    return read(flight.reading())
        .map(
            response -> {
              store.over(flight);
              flight.landed(Answer.shared(response));
              return response;
            })
        .recover(
            failure -> {
              store.over(flight);
              flight.failed(failure);
              return Flow.failed(failure);
            });
  }

  private Flow<GetItemResponse> read(Reading reading) {
    store.missed(table);
    return TableCall.get(sent)
        .map(
            response -> {
              store.store(reading, response);
              return response;
            });
  }

  /** Who has waited in vain reads alone, so that callers are never served one after another. */
  private Flow<GetItemResponse> landed(Flight flight, Landing landing, int waits) {
    if (landing instanceof Failed failed) {
      return Flow.failed(failed.failure());
    }
    if (landing instanceof Landed landed && store.isFresh(flight)) {
      store.shared(key, landed.response());
      return Flow.of(landed.response());
    }
    return landing instanceof Abandoned && waits < WAITS_MAX
        ? joined(waits)
        : Flow.defer(() -> read(reading()));
  }
}
