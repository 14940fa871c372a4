@NullMarked
package dev.evenkeel.examples.probes.attic;

import org.jspecify.annotations.NullMarked;
