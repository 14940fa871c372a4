@NullMarked
package dev.evenkeel.examples.probes.core.shape;

import org.jspecify.annotations.NullMarked;
