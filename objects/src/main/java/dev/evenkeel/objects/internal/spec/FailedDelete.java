package dev.evenkeel.objects.internal.spec;

/**
 * An object that could not be deleted.
 *
 * @param key below the spec's prefix
 * @param code S3's error code
 * @param message S3's words
 */
public record FailedDelete(String key, String code, String message) {}
