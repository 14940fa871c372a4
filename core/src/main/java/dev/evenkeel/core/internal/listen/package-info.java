/** Calls listeners with calls and sub-requests, and ignores their exceptions. */
@NullMarked
package dev.evenkeel.core.internal.listen;

import org.jspecify.annotations.NullMarked;
