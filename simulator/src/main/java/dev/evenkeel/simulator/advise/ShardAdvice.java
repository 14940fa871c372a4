package dev.evenkeel.simulator.advise;

import dev.evenkeel.sharding.planning.Selection;

/**
 * How to shard the key.
 *
 * @param shards AWS's formula for the hottest key: the least there can be
 * @param arithmetic how it came about
 * @param shardsWithHeadRoom the count to take: even the hottest shard leaves a fifth unused; 0 if
 *     more shards would be needed than there can be
 * @param selection how the shard of an item is picked
 * @param selectionReason why
 * @param heavyKeysOnly whether rules for the heavy keys are enough, so that all others stay plain
 * @param rules which keys to shard, and why
 * @param indexLayout what to do if the key is that of an index
 * @param code the spec in Java, with {@code ...} for what was not seen
 */
public record ShardAdvice(
    int shards,
    String arithmetic,
    int shardsWithHeadRoom,
    Selection selection,
    String selectionReason,
    boolean heavyKeysOnly,
    String rules,
    String indexLayout,
    String code) {}
