package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadReport.RejectedItem;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A record of the source as the upload takes it. */
public sealed interface UploadEntry {

  /**
   * An item that can be sent.
   *
   * @param key its key
   * @param bytes its size as DynamoDB counts it
   * @param heapBytes about what it takes in memory
   */
  record Item(
      long position,
      long line,
      Map<String, AttributeValue> attributes,
      ItemKey key,
      long bytes,
      long heapBytes)
      implements UploadEntry {}

  /** A record that cannot be stored. */
  record Rejected(RejectedItem item) implements UploadEntry {}
}
