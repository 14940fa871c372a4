@NullMarked
package dev.evenkeel.examples.probes.chunking.spec.internal.codec.zstd;

import org.jspecify.annotations.NullMarked;
