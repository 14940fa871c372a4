/** Rows, files and places of copies in Parquet. */
@NullMarked
package dev.evenkeel.parquet.internal;

import org.jspecify.annotations.NullMarked;
