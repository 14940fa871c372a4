/** What a copy in Parquet holds, and what became of it. */
@NullMarked
package dev.evenkeel.parquet.spec;

import org.jspecify.annotations.NullMarked;
