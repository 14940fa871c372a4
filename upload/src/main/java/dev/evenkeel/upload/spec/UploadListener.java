package dev.evenkeel.upload.spec;

/**
 * Is told how an upload goes. Called by one thread at a time, from threads of the upload or of the
 * client: it should not block. What it throws stops the upload as a failure does.
 */
public interface UploadListener {

  /** How far the upload is: about ten times a second while something happens, and at its end. */
  default void progressed(UploadProgress progress) {}

  /**
   * A record was rejected. Told once for each before the checkpoint that passes it over is saved;
   * after a kill in between, once more. The one that stops the upload is told too.
   */
  default void rejected(RejectedItem item) {}
}
