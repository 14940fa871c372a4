@NullMarked
package dev.evenkeel.examples.probes.chunking.spec;

import org.jspecify.annotations.NullMarked;
