package dev.evenkeel.chunking.internal.read;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a Query or a Scan brings.
 *
 * @param startKey where the next page begins; empty if there is none
 */
record Page(
    List<Map<String, AttributeValue>> items,
    int scannedCount,
    Map<String, AttributeValue> startKey) {

  @Nullable Map<String, AttributeValue> nextKey() {
    return startKey.isEmpty() ? null : startKey;
  }
}
