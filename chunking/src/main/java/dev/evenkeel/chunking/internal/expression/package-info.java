/** Expressions on managed attributes, and their rewriting. */
@NullMarked
package dev.evenkeel.chunking.internal.expression;

import org.jspecify.annotations.NullMarked;
