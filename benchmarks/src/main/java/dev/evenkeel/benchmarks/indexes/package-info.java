/** The figures of uploads and sharded indexes. */
@NullMarked
package dev.evenkeel.benchmarks.indexes;

import org.jspecify.annotations.NullMarked;
