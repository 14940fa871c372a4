package dev.evenkeel.simulator.internal.plan;

import dev.evenkeel.simulator.spec.LimitType;

/** A limit of a whole table or index. */
record Gate(Bucket bucket, LimitType limit) {}
