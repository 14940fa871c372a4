package dev.evenkeel.core.listen;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a call.
 *
 * @param call the one that ended
 * @param outcome how
 * @param failure the class of the exception that the caller sees, if there is one
 * @param duration since the call was planned; zero if it was refused
 * @param work the work for the call
 */
public record CallEnd(
    ManagedCall call,
    Outcome outcome,
    @Nullable Class<? extends Throwable> failure,
    Duration duration,
    CallWork work) {}
