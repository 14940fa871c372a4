/** Batches of any size, as flows. */
@NullMarked
package dev.evenkeel.core.internal.batch;

import org.jspecify.annotations.NullMarked;
