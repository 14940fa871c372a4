/** Batches of any size. */
@NullMarked
package dev.evenkeel.core.batch;

import org.jspecify.annotations.NullMarked;
