package dev.evenkeel.upload;

import dev.evenkeel.upload.internal.shell.FileCheckpointStore;
import dev.evenkeel.upload.spec.CheckpointStore;
import java.nio.file.Path;

/** Checkpoints of uploads in files. */
public final class FileCheckpoints {
  private FileCheckpoints() {}

  /**
   * A checkpoint in a file of its own. It is written to a file beside it ({@code .new}), forced to
   * the disk and moved over the old one, so a kill or a power failure leaves the old one or the new
   * one. The folder must exist, be local and writable, and allow an atomic move. Two uploads must
   * not share a file, not even one after the other: remove it to upload anew.
   */
  public static CheckpointStore at(Path file) {
    return new FileCheckpointStore(file);
  }
}
