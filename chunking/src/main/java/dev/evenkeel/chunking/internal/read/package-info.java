/** Reads of items and pages, with their outside values and within the memory of the client. */
@NullMarked
package dev.evenkeel.chunking.internal.read;

import org.jspecify.annotations.NullMarked;
