/** Tells listeners of calls and sub-requests, and survives what they throw. */
@NullMarked
package dev.evenkeel.core.internal.listen;

import org.jspecify.annotations.NullMarked;
