@NullMarked
package dev.evenkeel.examples.probes.testkit;

import org.jspecify.annotations.NullMarked;
