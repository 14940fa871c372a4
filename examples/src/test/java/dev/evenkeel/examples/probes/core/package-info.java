@NullMarked
package dev.evenkeel.examples.probes.core;

import org.jspecify.annotations.NullMarked;
