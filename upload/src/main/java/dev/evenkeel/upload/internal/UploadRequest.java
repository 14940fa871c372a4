package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.flow.Request;
import dev.evenkeel.upload.spec.UploadCheckpoint;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/** A request of an upload. */
public sealed interface UploadRequest extends Request<UploadAnswer> {

  /**
   * Read on: at least one record, until one of the numbers is reached or the source ends. Answered
   * with {@link UploadAnswer.Chunk}.
   */
  record Read(int itemsMax, long bytesMax) implements UploadRequest {}

  /** Send the batch. Answered with {@link UploadAnswer.Written}. */
  record Send(BatchWriteItemRequest request) implements UploadRequest {}

  /**
   * Do nothing for some time. Answered with {@link UploadAnswer.Done}, early if the caller stops
   * the upload.
   */
  record Wait(Pause pause) implements UploadRequest {}

  /** Save the checkpoint. Answered with {@link UploadAnswer.Done}. */
  record Save(UploadCheckpoint checkpoint) implements UploadRequest {}
}
