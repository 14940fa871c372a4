package dev.evenkeel.objects.internal.spec;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.StorageClass;

/**
 * The metadata of one object in S3.
 *
 * @param key below the spec's prefix
 * @param length in bytes
 * @param etag S3's entity tag; not a checksum
 * @param lastModified when it was written, by S3's clock
 * @param metadata the metadata that was written with it
 * @param storageClass null for STANDARD
 * @param restore of an object that cannot be read as it is; null if none was requested
 */
public record ObjectInfo(
    String key,
    long length,
    @Nullable String etag,
    @Nullable Instant lastModified,
    ObjectMetadata metadata,
    @Nullable StorageClass storageClass,
    @Nullable ObjectRestore restore) {}
