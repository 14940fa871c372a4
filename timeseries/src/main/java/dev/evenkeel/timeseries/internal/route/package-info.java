/** Which period's table a request on items goes to, and how its answer is shown. */
@NullMarked
package dev.evenkeel.timeseries.internal.route;

import org.jspecify.annotations.NullMarked;
