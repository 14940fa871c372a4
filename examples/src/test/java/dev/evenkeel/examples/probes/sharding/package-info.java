@NullMarked
package dev.evenkeel.examples.probes.sharding;

import org.jspecify.annotations.NullMarked;
