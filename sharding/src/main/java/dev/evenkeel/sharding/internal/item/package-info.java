/** Plans of the operations on one item: one write or read, or a probe of all shards before it. */
@NullMarked
package dev.evenkeel.sharding.internal.item;

import org.jspecify.annotations.NullMarked;
