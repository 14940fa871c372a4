/** Computations over sub-requests as values, their runners, and common requests. */
@NullMarked
package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.NullMarked;
