/** The least cost of a call's first requests, and texts for people. */
@NullMarked
package dev.evenkeel.core.internal.explain;

import org.jspecify.annotations.NullMarked;
