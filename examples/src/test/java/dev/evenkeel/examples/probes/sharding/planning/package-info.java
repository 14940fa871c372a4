@NullMarked
package dev.evenkeel.examples.probes.sharding.planning;

import org.jspecify.annotations.NullMarked;
