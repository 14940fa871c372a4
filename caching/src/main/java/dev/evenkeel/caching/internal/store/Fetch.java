package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.Flight.Reply;
import dev.evenkeel.core.internal.flow.Flow;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Fetches items or pages, and stores them in the cache.
 *
 * @param <R> the response that is fetched
 */
@FunctionalInterface
public interface Fetch<R extends DynamoDbResponse> {
  Flow<Reply<R>> fetch(Reading<R> reading);
}
