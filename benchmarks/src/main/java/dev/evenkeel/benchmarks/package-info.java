/** The command that runs figure programs by name. */
@NullMarked
package dev.evenkeel.benchmarks;

import org.jspecify.annotations.NullMarked;
