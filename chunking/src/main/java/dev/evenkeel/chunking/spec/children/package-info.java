/** Collections of children in a table of their own, instead of large sets in their parents. */
@NullMarked
package dev.evenkeel.chunking.spec.children;

import org.jspecify.annotations.NullMarked;
