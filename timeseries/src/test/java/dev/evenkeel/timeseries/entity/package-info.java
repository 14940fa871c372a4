/** Time series as entities see them. Entities are public, as the Enhanced Client asks. */
@NullMarked
package dev.evenkeel.timeseries.entity;

import org.jspecify.annotations.NullMarked;
