/** Passes over tables that several processes share. */
@NullMarked
package dev.evenkeel.core.work;

import org.jspecify.annotations.NullMarked;
