/** Leases with fencing on items of DynamoDB, decided without comparing clocks. */
@NullMarked
package dev.evenkeel.core.internal.lease;

import org.jspecify.annotations.NullMarked;
