/** Prices, and what actions and loads cost by them: arithmetic alone. */
@NullMarked
package dev.evenkeel.jobs.cost;

import org.jspecify.annotations.NullMarked;
