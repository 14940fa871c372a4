/** Plans of BatchGetItem and BatchWriteItem: several tables, more requests than one. */
@NullMarked
package dev.evenkeel.sharding.internal.plan.batch;

import org.jspecify.annotations.NullMarked;
