/** Which keys of a table are hot, and whether more shards would cure them. */
@NullMarked
package dev.evenkeel.sharding.internal.heat;

import org.jspecify.annotations.NullMarked;
