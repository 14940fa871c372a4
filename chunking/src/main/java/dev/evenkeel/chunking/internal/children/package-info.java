/** The requests of a child collection to its table, and the migration of a parent's set into it. */
@NullMarked
package dev.evenkeel.chunking.internal.children;

import org.jspecify.annotations.NullMarked;
