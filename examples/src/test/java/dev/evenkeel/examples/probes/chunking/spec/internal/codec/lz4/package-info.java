@NullMarked
package dev.evenkeel.examples.probes.chunking.spec.internal.codec.lz4;

import org.jspecify.annotations.NullMarked;
