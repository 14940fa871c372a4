/** Explanations: a decorator's plan for a request, without sending it. */
@NullMarked
package dev.evenkeel.core.explain;

import org.jspecify.annotations.NullMarked;
