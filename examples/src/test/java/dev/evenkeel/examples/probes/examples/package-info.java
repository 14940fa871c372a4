@NullMarked
package dev.evenkeel.examples.probes.examples;

import org.jspecify.annotations.NullMarked;
