/** What a decorator would make of a request, told without sending it. */
@NullMarked
package dev.evenkeel.core.explain;

import org.jspecify.annotations.NullMarked;
