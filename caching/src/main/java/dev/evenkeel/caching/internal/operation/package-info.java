/** The behavior of caching for each operation. */
@NullMarked
package dev.evenkeel.caching.internal.operation;

import org.jspecify.annotations.NullMarked;
