/** Executes requests of plans that do not go to DynamoDB. */
@NullMarked
package dev.evenkeel.timeseries.internal.shell;

import org.jspecify.annotations.NullMarked;
