/** Meters of a cache; needs Micrometer on the class path. */
@NullMarked
package dev.evenkeel.caching.micrometer;

import org.jspecify.annotations.NullMarked;
