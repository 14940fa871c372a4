/** Reads: items as they are stored in, items as they were written out. */
@NullMarked
package dev.evenkeel.chunking.internal.plan.read;

import org.jspecify.annotations.NullMarked;
