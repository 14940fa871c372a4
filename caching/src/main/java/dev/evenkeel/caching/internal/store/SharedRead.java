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
 * @param held is given what has to be done when the call ends, however it ends
 */
public record SharedRead(
    ItemStore store, CachedTable table, ItemKey key, GetItemRequest sent, Consumer<Runnable> held) {

  /** The item, with the consumed capacity of this call alone: none where another's was shared. */
  public Flow<GetItemResponse> flow() {
    return Flow.defer(this::joined).step(SharedRead.class, "read");
  }

  private Flow<GetItemResponse> joined() {
    Reading reading = store.reading(table, key, Projection.of(sent));
    Flight flight = store.flight(reading);
    return flight.isLedBy(reading)
        ? led(flight)
        : Flow.ask(flight).then(landing -> landed(flight, landing));
  }

  private Flow<GetItemResponse> led(Flight flight) {
    held.accept(
        () -> {
          store.over(flight);
          flight.abandoned();
        });
    return TableCall.get(sent)
        .map(
            response -> {
              store.store(flight.reading(), response);
              store.over(flight);
              flight.landed(response);
              return response;
            })
        .recover(
            failure -> {
              store.over(flight);
              flight.failed(failure);
              return Flow.failed(failure);
            });
  }

  private Flow<GetItemResponse> landed(Flight flight, Landing landing) {
    if (landing instanceof Failed failed) {
      return Flow.failed(failed.failure());
    }
    if (landing instanceof Abandoned || !store.isFresh(flight)) {
      return flow();
    }
    GetItemResponse response = ((Landed) landing).response();
    store.shared(key, response);
    return Flow.of(Answer.shared(response));
  }
}
