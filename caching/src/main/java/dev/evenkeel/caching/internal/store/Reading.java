package dev.evenkeel.caching.internal.store;

import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A read under way that may fill the cache.
 *
 * @param stamp of the key before the read
 * @param since elapsed nanoseconds when it began, from which the time to live counts
 */
public record Reading<R extends DynamoDbResponse>(
    CachedTable table, ItemKey key, Question<R> question, long stamp, long since) {}
