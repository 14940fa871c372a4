package dev.evenkeel.sharding.internal.layout;

import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a physical partition key stands for.
 *
 * @param key the logical key, canonical
 * @param shard the shard it is on
 */
public record ShardedKey(AttributeValue key, int shard) {}
