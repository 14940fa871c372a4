/**
 * How a table is made ready for a rate, and for a test at scale: plans with their arithmetic. Pure.
 */
@NullMarked
package dev.evenkeel.jobs.prewarm;

import org.jspecify.annotations.NullMarked;
