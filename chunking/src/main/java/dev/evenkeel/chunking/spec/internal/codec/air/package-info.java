/** Snappy and LZO: the only package that sees aircompressor. */
@NullMarked
package dev.evenkeel.chunking.spec.internal.codec.air;

import org.jspecify.annotations.NullMarked;
