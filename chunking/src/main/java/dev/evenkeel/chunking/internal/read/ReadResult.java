package dev.evenkeel.chunking.internal.read;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is there of an item; null if it is not there, or not any more. */
public record ReadResult(@Nullable Map<String, AttributeValue> item) {
  static final ReadResult NOTHING = new ReadResult(null);

  /** An item as responses have it. */
  static ReadResult of(boolean isThere, Map<String, AttributeValue> item) {
    return isThere ? new ReadResult(item) : NOTHING;
  }
}
