package dev.evenkeel.objects.internal.spec;

import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;

/**
 * An object that was written and is there.
 *
 * @param key below the spec's prefix
 * @param length in bytes
 * @param sha256 of the content, computed while it was sent
 * @param etag S3's entity tag; not a checksum. Null if a store gives none
 */
public record WrittenObject(String key, long length, SdkBytes sha256, @Nullable String etag) {}
