/**
 * The partition simulator: what DynamoDB's partitions would accept and throttle, in virtual time.
 * No emulator throttles per partition, so this is where a hot key is seen before production.
 */
@NullMarked
package dev.evenkeel.simulator;

import org.jspecify.annotations.NullMarked;
