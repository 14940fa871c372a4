/** Plans of transactions: one action per item, wherever its shard is. */
@NullMarked
package dev.evenkeel.sharding.internal.transact;

import org.jspecify.annotations.NullMarked;
