/** Removing what unfinished writes and other clients left behind. */
@NullMarked
package dev.evenkeel.chunking.internal.plan.sweep;

import org.jspecify.annotations.NullMarked;
