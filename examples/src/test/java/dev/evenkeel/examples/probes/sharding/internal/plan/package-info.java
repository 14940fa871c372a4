@NullMarked
package dev.evenkeel.examples.probes.sharding.internal.plan;

import org.jspecify.annotations.NullMarked;
