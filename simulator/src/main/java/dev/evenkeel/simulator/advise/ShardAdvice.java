package dev.evenkeel.simulator.advise;

import dev.evenkeel.sharding.planning.Selection;

/**
 * The advice to shard a key.
 *
 * @param shards AWS's formula for the hottest key that shards can carry: the least there can be
 * @param arithmetic how it came about
 * @param shardsWithHeadRoom the count to take: even the busiest shard of any hot key leaves a fifth
 *     unused; 0 if more shards would be needed than there can be
 * @param headRoom how that came about, by the size of the writes of the key that needs most; empty
 *     if there are no shards
 * @param selection how the shard of an item is picked
 * @param selectionReason why
 * @param heavyKeysOnly whether rules for some keys are enough, so that all others stay plain
 * @param rules the keys to shard, with reasons
 * @param indexLayout the advice if the key is that of an index
 * @param code the spec in Java, with {@code ...} for what was not seen; of a table without a sort
 *     key that of counters
 */
public record ShardAdvice(
    int shards,
    String arithmetic,
    int shardsWithHeadRoom,
    String headRoom,
    Selection selection,
    String selectionReason,
    boolean heavyKeysOnly,
    String rules,
    String indexLayout,
    String code) {}
