/** Plans of transactions: one action per item, wherever its shard is. */
@NullMarked
package dev.evenkeel.sharding.internal.plan.transact;

import org.jspecify.annotations.NullMarked;
