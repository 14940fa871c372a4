package dev.evenkeel.upload.internal.shell;

import dev.evenkeel.core.DecoratorException;
import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.InvalidCheckpointException;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Finds the position to continue from. */
final class UploadStart {
  private static final int SOURCE_ID_LENGTH_MAX = 1_000;

  private UploadStart() {}

  static UploadCheckpoint of(UploadJob job) {
    String table = job.settings().table();
    String sourceId = sourceId(job);
    UploadCheckpoint saved = saved(job.store());
    if (saved == null) {
      return UploadCheckpoint.start(table, sourceId);
    }
    if (!saved.table().equals(table) || !saved.sourceId().equals(sourceId)) {
      throw new InvalidCheckpointException(
          ("The checkpoint is of source '%s' into table '%s', but this upload is of source '%s' into"
                  + " table '%s'. Nothing was written. Give each upload a checkpoint store of its"
                  + " own; if the source has changed, upload it anew or give it an id yourself.")
              .formatted(saved.sourceId(), saved.table(), sourceId, table));
    }
    return saved;
  }

  private static String sourceId(UploadJob job) {
    try {
      String id = job.source().id();
      if (id.isEmpty() || id.length() > SOURCE_ID_LENGTH_MAX) {
        throw new IllegalArgumentException(
            "the id of a source has 1 to %d characters but this one has %d"
                .formatted(SOURCE_ID_LENGTH_MAX, id.length()));
      }
      return id;
    } catch (IOException e) {
      throw new DecoratorException(
          "The source of the upload cannot be read (%s). Nothing was written; the cause says why."
              .formatted(e.getClass().getSimpleName()),
          e);
    }
  }

  private static @Nullable UploadCheckpoint saved(@Nullable CheckpointStore store) {
    try {
      return store == null ? null : store.load();
    } catch (IOException e) {
      throw new DecoratorException(
          "The checkpoint of the upload cannot be read (%s). Nothing was written; the cause says why."
              .formatted(e.getClass().getSimpleName()),
          e);
    }
  }
}
