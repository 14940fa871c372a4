/** The figures of large values: what they save, and what they cost beside hand-written code. */
@NullMarked
package dev.evenkeel.benchmarks.values;

import org.jspecify.annotations.NullMarked;
