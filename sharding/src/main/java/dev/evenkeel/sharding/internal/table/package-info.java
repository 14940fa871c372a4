/** Plans of the operations on tables: key types and schemas as callers know them. */
@NullMarked
package dev.evenkeel.sharding.internal.table;

import org.jspecify.annotations.NullMarked;
