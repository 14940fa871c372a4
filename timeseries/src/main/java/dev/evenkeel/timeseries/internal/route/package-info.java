/** Routing of item requests to period tables, and translation of their answers. */
@NullMarked
package dev.evenkeel.timeseries.internal.route;

import org.jspecify.annotations.NullMarked;
