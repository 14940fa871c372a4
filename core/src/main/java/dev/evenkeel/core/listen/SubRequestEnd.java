package dev.evenkeel.core.listen;

import dev.evenkeel.core.item.ReadWriteUnits;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The end of a sub-request.
 *
 * @param subRequest the one that ended
 * @param outcome never {@link Outcome#REFUSED}
 * @param failure the class of the exception, if it failed
 * @param duration from when it was sent until the plan was given its answer; the SDK's own retries
 *     are inside
 * @param rowsRead items that DynamoDB found for a get, or evaluated for a query or scan
 * @param units what the answer says was consumed; null if it does not say, as it does only on the
 *     caller's {@code ReturnConsumedCapacity}, or where the decorator itself must know
 */
public record SubRequestEnd(
    SubRequest subRequest,
    Outcome outcome,
    @Nullable Class<? extends Throwable> failure,
    Duration duration,
    long rowsRead,
    @Nullable ReadWriteUnits units) {}
