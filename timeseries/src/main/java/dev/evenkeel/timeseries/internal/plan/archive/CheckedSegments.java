package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.scan.SegmentPlace;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The progress of a verifying scan, by segment, in memory and in the control table. */
public final class CheckedSegments {
  private static final String PREFIX = "check#";

  private final FencedWrites log;
  private final SortedMap<Integer, CheckNote> notes = new TreeMap<>();

  /** Nothing is read yet. */
  public CheckedSegments(FencedWrites log) {
    this.log = log;
  }

  /**
   * The progress of a segment.
   *
   * @param digest of the items so far
   * @param after the key after which reading resumes; null if the segment was read to its end
   */
  record CheckNote(
      int segment, ContentDigest digest, @Nullable Map<String, AttributeValue> after) {}

  /** Takes a stored item, if it is one of these; what is wrong is an IllegalArgumentException. */
  public void take(String sort, Map<String, AttributeValue> item) {
    if (sort.startsWith(PREFIX)) {
      CheckNote note = ProgressFormat.check(item);
      notes.put(note.segment(), note);
    }
  }

  /** Replaces the progress of a segment, once it is stored. */
  Flow<Done> note(CheckNote note) {
    return log.note(sort(note.segment()), ProgressFormat.write(note))
        .atResult(done -> notes.put(note.segment(), note));
  }

  private static String sort(int segment) {
    return PREFIX + "%05d".formatted(segment);
  }

  /** The sort keys of all notes. */
  public List<String> sorts() {
    return notes.keySet().stream().map(CheckedSegments::sort).toList();
  }

  void clear() {
    notes.clear();
  }

  /** The progress of a segment; null if none. */
  @Nullable CheckNote of(int segment) {
    return notes.get(segment);
  }

  /** The digest of all items read. */
  public ContentDigest digest() {
    return ContentDigest.sum(notes.values().stream().map(CheckNote::digest));
  }

  /** The positions to continue from; empty once all segments are read. */
  List<SegmentPlace> places(int segments) {
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
