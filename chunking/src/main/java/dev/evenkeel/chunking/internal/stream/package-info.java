/** Values that are too large to be held whole: as they come in, and as they go out. */
@NullMarked
package dev.evenkeel.chunking.internal.stream;

import org.jspecify.annotations.NullMarked;
