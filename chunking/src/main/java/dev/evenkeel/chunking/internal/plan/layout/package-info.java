/** A table with large values as plans see it. */
@NullMarked
package dev.evenkeel.chunking.internal.plan.layout;

import org.jspecify.annotations.NullMarked;
