package dev.evenkeel.examples.quickstart;

import dev.evenkeel.examples.quickstart.HitStore.Answer;

/**
 * The cost of reading the same rows with and without shards.
 *
 * @param sharded the answer from the sharded table; its units are the merged responses' own
 * @param shardedRequests the sub-requests that were really sent for it
 * @param unsharded the answer from a table that holds the same rows under one key
 */
record ReadCost(String what, Answer sharded, long shardedRequests, Answer unsharded) {}
