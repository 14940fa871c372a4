package dev.evenkeel.objects.spec;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What S3 tells of one object.
 *
 * @param key below the spec's prefix
 * @param length in bytes
 * @param etag what S3 calls this content; not a checksum
 * @param lastModified when it was written, by S3's clock
 * @param metadata what was written with it
 */
public record ObjectInfo(
    String key,
    long length,
    @Nullable String etag,
    @Nullable Instant lastModified,
    ObjectMetadata metadata) {}
