/** The streams of the codecs, and what several of them share. */
@NullMarked
package dev.evenkeel.chunking.spec.internal.codec;

import org.jspecify.annotations.NullMarked;
