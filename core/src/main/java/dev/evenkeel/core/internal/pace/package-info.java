/** Limits the rate of consumed capacity units. */
@NullMarked
package dev.evenkeel.core.internal.pace;

import org.jspecify.annotations.NullMarked;
