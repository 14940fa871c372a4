@NullMarked
package dev.evenkeel.examples.probes.simulator;

import org.jspecify.annotations.NullMarked;
