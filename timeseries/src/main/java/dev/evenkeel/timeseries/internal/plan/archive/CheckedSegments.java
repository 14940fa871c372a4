package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.scan.SegmentPlace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The progress of a verifying scan, by segment. */
public final class CheckedSegments {
  private final SortedMap<Integer, CheckNote> notes = new TreeMap<>();

  /**
   * The progress of a segment.
   *
   * @param digest of the items so far
   * @param after the key after which reading resumes; null if the segment was read to its end
   */
  public record CheckNote(
      int segment, ContentDigest digest, @Nullable Map<String, AttributeValue> after) {}

  /** Replaces the stored progress of a segment. */
  public void add(CheckNote note) {
    notes.put(note.segment(), note);
  }

  /** The stored progress of a segment; null if none. */
  public @Nullable CheckNote of(int segment) {
    return notes.get(segment);
  }

  /** All notes. */
  public Collection<CheckNote> notes() {
    return List.copyOf(notes.values());
  }

  /** The digest of all items read. */
  public ContentDigest digest() {
    return notes.values().stream()
        .map(CheckNote::digest)
        .reduce(ContentDigest.EMPTY, ContentDigest::plus);
  }

  /** The positions to continue from; empty once all segments are read. */
  public List<SegmentPlace> places(int segments) {
    List<SegmentPlace> places = new ArrayList<>();
    for (int segment = 0; segment < segments; segment++) {
      CheckNote noted = notes.get(segment);
      if (noted == null || noted.after() != null) {
        places.add(new SegmentPlace(segment, noted == null ? null : noted.after()));
      }
    }
    return places;
  }
}
