/** What a collection of children asks of its table, and how a parent's set is moved into it. */
@NullMarked
package dev.evenkeel.chunking.internal.children;

import org.jspecify.annotations.NullMarked;
