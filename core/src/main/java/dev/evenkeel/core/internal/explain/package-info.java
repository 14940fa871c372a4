/** The least cost of a call's first requests. */
@NullMarked
package dev.evenkeel.core.internal.explain;

import org.jspecify.annotations.NullMarked;
