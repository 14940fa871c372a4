/** The figures of write sharding and scatter-gather. */
@NullMarked
package dev.evenkeel.benchmarks.sharding;

import org.jspecify.annotations.NullMarked;
