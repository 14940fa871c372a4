package dev.evenkeel.objects.spec;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An upload in parts that was neither completed nor aborted. Its parts are stored and paid for, and
 * show in no listing of objects.
 *
 * @param key below the spec's prefix
 * @param uploadId S3's name for it
 * @param initiated when it was begun, by S3's clock
 */
public record OpenUpload(String key, String uploadId, @Nullable Instant initiated) {}
