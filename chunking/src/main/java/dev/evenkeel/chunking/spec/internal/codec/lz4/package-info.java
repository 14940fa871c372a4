/** LZ4: the only package that sees lz4-java. */
@NullMarked
package dev.evenkeel.chunking.spec.internal.codec.lz4;

import org.jspecify.annotations.NullMarked;
