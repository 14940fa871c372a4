package dev.evenkeel.upload.internal;

import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;

/** What became of an {@link UploadAsk}. */
public sealed interface UploadAnswer {

  /**
   * What was read, in order, settled records left out.
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

  /** What was asked could not be done. */
  record Failed(Throwable cause) implements UploadAnswer {}
}
