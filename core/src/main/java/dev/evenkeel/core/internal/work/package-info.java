/** Passes over a table in segments, by any number of workers, which may die at any step. */
@NullMarked
package dev.evenkeel.core.internal.work;

import org.jspecify.annotations.NullMarked;
