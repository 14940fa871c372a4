package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.caching.internal.store.ItemKey;
import dev.evenkeel.caching.internal.store.Question;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The place in memory at which the answer to a request would be.
 *
 * @param <R> the response
 */
record Lookup<R extends DynamoDbResponse>(CachedTable table, ItemKey key, Question<R> question) {}
