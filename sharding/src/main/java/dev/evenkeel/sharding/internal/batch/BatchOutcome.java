package dev.evenkeel.sharding.internal.batch;

/**
 * What the answers to a batch's sub-requests come to.
 *
 * @param response in logical terms
 * @param processed how many of the caller's entries are not reported as unprocessed
 */
public record BatchOutcome<R>(R response, int processed) {}
