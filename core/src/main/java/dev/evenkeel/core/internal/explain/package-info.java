/** What the first requests of a call cost at least. */
@NullMarked
package dev.evenkeel.core.internal.explain;

import org.jspecify.annotations.NullMarked;
