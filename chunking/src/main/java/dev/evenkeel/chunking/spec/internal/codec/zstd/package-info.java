/** Zstandard: the only package that sees zstd-jni. */
@NullMarked
package dev.evenkeel.chunking.spec.internal.codec.zstd;

import org.jspecify.annotations.NullMarked;
