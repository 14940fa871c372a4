/** A table with large values as plans see it. */
@NullMarked
package dev.evenkeel.chunking.internal.table;

import org.jspecify.annotations.NullMarked;
