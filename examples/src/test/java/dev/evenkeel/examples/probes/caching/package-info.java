@NullMarked
package dev.evenkeel.examples.probes.caching;

import org.jspecify.annotations.NullMarked;
