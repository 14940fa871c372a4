/** The lifecycle of period tables, lived through in virtual time. */
@NullMarked
package dev.evenkeel.timeseries.life;

import org.jspecify.annotations.NullMarked;
