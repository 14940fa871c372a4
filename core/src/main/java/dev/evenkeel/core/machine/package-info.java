/** Computations that ask for I/O instead of doing it, and the two drivers that run them. */
@NullMarked
package dev.evenkeel.core.machine;

import org.jspecify.annotations.NullMarked;
