package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.ThrottleReason;

/**
 * Where a request was throttled.
 *
 * @param reason the limit it met
 * @param partition the partition it was for, of the table or index that the reason names
 */
public record ThrottlePoint(ThrottleReason reason, long partition) {}
