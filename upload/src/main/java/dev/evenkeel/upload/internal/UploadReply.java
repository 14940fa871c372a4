package dev.evenkeel.upload.internal;

/**
 * An answer and what else has happened meanwhile.
 *
 * @param nowNanos a monotonic time
 * @param stopping whether the caller has asked to stop
 */
public record UploadReply(UploadAnswer answer, long nowNanos, boolean stopping) {}
