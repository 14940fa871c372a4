@NullMarked
package dev.evenkeel.examples.probes.core.circle;

import org.jspecify.annotations.NullMarked;
