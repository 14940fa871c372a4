/** A verified copy of an archived period in Apache Parquet. */
@NullMarked
package dev.evenkeel.parquet;

import org.jspecify.annotations.NullMarked;
