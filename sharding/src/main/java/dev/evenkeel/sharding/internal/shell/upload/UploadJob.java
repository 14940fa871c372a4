package dev.evenkeel.sharding.internal.shell.upload;

import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.sharding.internal.upload.UploadSettings;
import dev.evenkeel.sharding.spec.upload.CheckpointStore;
import dev.evenkeel.sharding.spec.upload.UploadListener;
import dev.evenkeel.sharding.spec.upload.UploadSource;
import org.jspecify.annotations.Nullable;

/**
 * What to upload.
 *
 * @param store null if there is none
 */
public record UploadJob(
    UploadSettings settings,
    KeySchema key,
    UploadSource source,
    @Nullable CheckpointStore store,
    UploadListener listener) {}
