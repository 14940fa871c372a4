package dev.evenkeel.upload.spec;

import dev.evenkeel.upload.spec.UploadReport.RejectedItem;

/**
 * Listens to an upload. Called by one thread at a time, from threads of the upload or of the
 * client: it should not block. Its exceptions stop the upload like a failure.
 */
public interface UploadListener {

  /** The progress: about ten times a second during activity, and at the end. */
  default void progressed(UploadProgress progress) {}

  /**
   * A record was rejected. Called once for each before the checkpoint that skips it is saved, and
   * again after a kill in between. A record that stops the upload is reported too.
   */
  default void rejected(RejectedItem item) {}
}
