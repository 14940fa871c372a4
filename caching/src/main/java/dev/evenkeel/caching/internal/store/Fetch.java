package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.Flight.Reply;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Fetches items or pages, and stores them in the cache.
 *
 * @param <R> the response that is fetched
 */
@FunctionalInterface
public interface Fetch<R extends DynamoDbResponse> {
  Flow<Reply<R>> fetch(Reading<R> reading);

  /**
   * Fetches from DynamoDB.
   *
   * @param sent as it is sent, consistent unless the spec says otherwise
   * @param ahead whether the answer is in memory, and is read anew ahead of time
   */
  static <R extends DynamoDbResponse> Fetch<R> fromTable(
      ItemStore store, DynamoDbRequest sent, boolean ahead) {
    return reading -> {
      store.missed(reading.key());
      return Flow.ask(new TableCall<R>(sent))
          .map(
              response -> {
                store.fetched(reading, response, ahead);
                return new Reply<>(response, reading.since());
              });
    };
  }
}
