/** How values that are not as they were given are told of, and where they are: wire format v1. */
@NullMarked
package dev.evenkeel.chunking.internal.wire;

import org.jspecify.annotations.NullMarked;
