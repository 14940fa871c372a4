/** Plans of the operations on tables: key types and schemas as callers know them. */
@NullMarked
package dev.evenkeel.sharding.internal.plan.table;

import org.jspecify.annotations.NullMarked;
