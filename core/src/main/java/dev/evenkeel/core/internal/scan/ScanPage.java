package dev.evenkeel.core.internal.scan;

import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A page of a segment.
 *
 * @param segment from 0
 * @param items may be none
 * @param after the key after which the segment continues; null if it ends here
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

  /** Takes the pages of a scan: of a segment one after the other, of several segments at a time. */
  @FunctionalInterface
  public interface PageSink {

    /** Whether a segment continues. */
    enum PageDecision {
      /** The next page may be read. */
      CONTINUE,
      /** No more is wanted of this segment now. */
      STOP
    }

    /**
     * Takes a page. The segment's next page is not read before this ends; if it fails, so does the
     * scan. A sink that has stored what it was given up to here, and {@link ScanPage#after}, can be
     * gone on with from there.
     */
    Flow<PageDecision> take(ScanPage page);
  }
}
