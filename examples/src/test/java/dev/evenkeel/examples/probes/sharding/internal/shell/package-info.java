@NullMarked
package dev.evenkeel.examples.probes.sharding.internal.shell;

import org.jspecify.annotations.NullMarked;
