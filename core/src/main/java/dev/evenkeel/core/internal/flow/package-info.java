/** Computations over sub-requests as values, what runs them, and the requests that all may ask. */
@NullMarked
package dev.evenkeel.core.internal.flow;

import org.jspecify.annotations.NullMarked;
