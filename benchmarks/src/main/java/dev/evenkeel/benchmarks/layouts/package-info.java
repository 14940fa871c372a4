/** The cost of layout records, and the pauses of writers during a change. */
@NullMarked
package dev.evenkeel.benchmarks.layouts;

import org.jspecify.annotations.NullMarked;
