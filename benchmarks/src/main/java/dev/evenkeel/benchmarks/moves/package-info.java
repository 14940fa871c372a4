/** The figures of moves of items that are there. */
@NullMarked
package dev.evenkeel.benchmarks.moves;

import org.jspecify.annotations.NullMarked;
