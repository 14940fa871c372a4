package dev.evenkeel.caching.internal.store;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The key of an item, in the one form that all its spellings share.
 *
 * @param table the table's plain name
 * @param sort null if the table has no sort key
 */
public record ItemKey(String table, AttributeValue partition, @Nullable AttributeValue sort) {}
