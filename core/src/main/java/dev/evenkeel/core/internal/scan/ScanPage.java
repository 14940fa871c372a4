package dev.evenkeel.core.internal.scan;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A page of a segment.
 *
 * @param segment from 0
 * @param items may be none
 * @param after the key to go on behind; null if the segment ends here
 * @param units read capacity that it cost; 0 if DynamoDB did not tell
 */
public record ScanPage(
    int segment,
    List<Map<String, AttributeValue>> items,
    @Nullable Map<String, AttributeValue> after,
    double units) {

  /** Whether the segment has been read to its end. */
  public boolean isLast() {
    return after == null;
  }
}
