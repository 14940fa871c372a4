package dev.evenkeel.core.internal.scan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where to begin in a segment.
 *
 * @param segment from 0
 * @param after the key after which to resume; null to begin with the first item
 */
public record SegmentPlace(int segment, @Nullable Map<String, AttributeValue> after) {

  /** Copies the key. */
  public SegmentPlace {
    after = after == null ? null : Map.copyOf(after);
  }

  /** The beginnings of all segments. */
  public static List<SegmentPlace> all(int segments) {
    List<SegmentPlace> places = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      places.add(new SegmentPlace(segment, null));
    }
    return places;
  }
}
