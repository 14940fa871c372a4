package dev.evenkeel.chunking.internal.plan.read;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What is there of an item; null if it is not there, or not any more. */
record Found(@Nullable Map<String, AttributeValue> item) {
  static final Found NOTHING = new Found(null);

  /** An item as responses have it. */
  static Found of(boolean isThere, Map<String, AttributeValue> item) {
    return isThere ? new Found(item) : NOTHING;
  }
}
