/** Plans of BatchGetItem and BatchWriteItem: several tables, more requests than one. */
@NullMarked
package dev.evenkeel.sharding.internal.batch;

import org.jspecify.annotations.NullMarked;
