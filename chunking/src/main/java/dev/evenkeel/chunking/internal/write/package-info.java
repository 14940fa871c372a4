/** Writes: what is staged, what makes it visible, and what is left to clean up. */
@NullMarked
package dev.evenkeel.chunking.internal.write;

import org.jspecify.annotations.NullMarked;
