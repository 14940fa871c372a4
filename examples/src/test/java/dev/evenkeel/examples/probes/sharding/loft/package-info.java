@NullMarked
package dev.evenkeel.examples.probes.sharding.loft;

import org.jspecify.annotations.NullMarked;
