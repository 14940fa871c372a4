/** Spending capacity units no faster than allowed, whoever spends them. */
@NullMarked
package dev.evenkeel.core.internal.pace;

import org.jspecify.annotations.NullMarked;
