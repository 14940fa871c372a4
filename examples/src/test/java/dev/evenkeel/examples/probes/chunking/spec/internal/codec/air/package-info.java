@NullMarked
package dev.evenkeel.examples.probes.chunking.spec.internal.codec.air;

import org.jspecify.annotations.NullMarked;
