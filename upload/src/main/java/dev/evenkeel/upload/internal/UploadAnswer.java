package dev.evenkeel.upload.internal;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** The answer to an {@link UploadRequest}. */
public sealed interface UploadAnswer {

  /**
   * The records read, in order, without settled ones.
   *
   * @param end whether the source has ended
   */
  record Chunk(List<UploadEntry> entries, boolean end) implements UploadAnswer {
    public Chunk {
      entries = List.copyOf(entries);
    }
  }

  /** DynamoDB's answer to a batch. */
  record Written(BatchWriteItemResponse response) implements UploadAnswer {}

  /** A pause is over, or a checkpoint saved. */
  record Done() implements UploadAnswer {}

  /** The request failed. */
  record Failed(Throwable cause) implements UploadAnswer {}
}
