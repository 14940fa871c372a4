package dev.evenkeel.upload.spec;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The store of an upload's checkpoint. One store holds the checkpoint of one upload.
 *
 * <p>Saving replaces the checkpoint before it as one step: whatever happens meanwhile, the store
 * then holds the older or the newer one, whole. Used by one thread at a time. {@link
 * UploadCheckpoint#text} is what to store.
 */
public interface CheckpointStore {

  /** The checkpoint that was saved last; null if there is none. */
  @Nullable UploadCheckpoint load() throws IOException;

  /** Replaces the checkpoint; once this returns, it survives a crash. */
  void save(UploadCheckpoint checkpoint) throws IOException;
}
