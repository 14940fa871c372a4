/**
 * Fails a test when a partition goes hot. Needs JUnit 5 ({@code junit-jupiter-api}), which is an
 * optional dependency of this module.
 */
@NullMarked
package dev.evenkeel.simulator.junit;

import org.jspecify.annotations.NullMarked;
