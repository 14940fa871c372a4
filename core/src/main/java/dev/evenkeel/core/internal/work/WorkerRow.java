package dev.evenkeel.core.internal.work;

/**
 * The row in which a worker reports that it is alive.
 *
 * @param id random
 * @param host its process, for people
 * @param beat one more with each report
 * @param used units a second since the report before
 * @param waited whether it had to wait for its share, so that it could use more
 * @param throttled whether DynamoDB refused requests of it
 */
public record WorkerRow(
    String id, String host, long beat, double used, boolean waited, boolean throttled) {}
