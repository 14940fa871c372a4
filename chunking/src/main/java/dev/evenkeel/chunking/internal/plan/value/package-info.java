/** A value as the bytes that are stored, compressed or not, and back. */
@NullMarked
package dev.evenkeel.chunking.internal.plan.value;

import org.jspecify.annotations.NullMarked;
