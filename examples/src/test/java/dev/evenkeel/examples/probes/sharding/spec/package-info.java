@NullMarked
package dev.evenkeel.examples.probes.sharding.spec;

import org.jspecify.annotations.NullMarked;
