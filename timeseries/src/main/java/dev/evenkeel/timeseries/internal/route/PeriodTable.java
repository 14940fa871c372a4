package dev.evenkeel.timeseries.internal.route;

import dev.evenkeel.timeseries.spec.TimeSpan;

/**
 * A period and the plain name of its table.
 *
 * @param span the period
 * @param name of its table
 */
public record PeriodTable(TimeSpan span, String name) {}
