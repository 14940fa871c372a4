/** Plans for prewarming a table and for tests at scale. Pure. */
@NullMarked
package dev.evenkeel.jobs.prewarm;

import org.jspecify.annotations.NullMarked;
