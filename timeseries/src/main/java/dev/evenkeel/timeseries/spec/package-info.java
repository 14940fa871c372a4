/** What users say of a time series: its periods, its tables, and how long each is kept. */
@NullMarked
package dev.evenkeel.timeseries.spec;

import org.jspecify.annotations.NullMarked;
