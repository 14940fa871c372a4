/** A value as the bytes that are stored, compressed or not, and back. */
@NullMarked
package dev.evenkeel.chunking.internal.value;

import org.jspecify.annotations.NullMarked;
