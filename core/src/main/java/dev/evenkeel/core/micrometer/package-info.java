/**
 * Meters of managed calls. Needs {@code io.micrometer:micrometer-core} on the class path, which
 * Evenkeel does not bring along.
 */
@NullMarked
package dev.evenkeel.core.micrometer;

import org.jspecify.annotations.NullMarked;
