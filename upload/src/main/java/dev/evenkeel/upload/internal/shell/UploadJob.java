package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.upload.internal.UploadSettings;
import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadSource;
import org.jspecify.annotations.Nullable;

/**
 * The parts of an upload.
 *
 * @param store null if there is none
 */
public record UploadJob(
    UploadSettings settings,
    KeySchema key,
    UploadSource source,
    @Nullable CheckpointStore store,
    UploadListener listener) {}
