/** Removing what unfinished writes and other clients left behind. */
@NullMarked
package dev.evenkeel.chunking.internal.sweep;

import org.jspecify.annotations.NullMarked;
