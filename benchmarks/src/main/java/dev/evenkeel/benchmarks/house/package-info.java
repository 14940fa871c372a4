/** The size and the shape of the libraries' own source code. */
@NullMarked
package dev.evenkeel.benchmarks.house;

import org.jspecify.annotations.NullMarked;
