@NullMarked
package dev.evenkeel.examples.probes.core.circle.back;

import org.jspecify.annotations.NullMarked;
