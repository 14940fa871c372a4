/** Answers what plans ask of the world beside DynamoDB. */
@NullMarked
package dev.evenkeel.timeseries.internal.shell;

import org.jspecify.annotations.NullMarked;
