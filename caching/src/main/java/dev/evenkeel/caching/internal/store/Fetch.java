package dev.evenkeel.caching.internal.store;

import dev.evenkeel.caching.internal.store.Flight.Landed;
import dev.evenkeel.core.internal.flow.Flow;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * Fetches what belongs into the cache, and stores it there.
 *
 * @param <R> the response that is fetched
 */
@FunctionalInterface
public interface Fetch<R extends DynamoDbResponse> {
  Flow<Landed<R>> fetch(Reading<R> reading);
}
