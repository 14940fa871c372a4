package dev.evenkeel.upload.internal;

import dev.evenkeel.upload.spec.UploadCheckpoint;
import dev.evenkeel.upload.spec.UploadCheckpoint.PositionRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The settled positions of a source: all below a mark, and ranges above it. There are at most as
 * many ranges as unsettled records have been read, which the window bounds.
 */
public final class SettledPositions {
  private final NavigableMap<Long, Long> lastByFirst = new TreeMap<>();
  private long below;

  /** The positions of a checkpoint. */
  public SettledPositions(UploadCheckpoint checkpoint) {
    this.below = checkpoint.settledBelow();
    checkpoint.settledAbove().forEach(range -> lastByFirst.put(range.first(), range.last()));
  }

  /** Whether the record is settled. */
  public boolean contains(long position) {
    Map.Entry<Long, Long> range = lastByFirst.floorEntry(position);
    return position < below || (range != null && position <= range.getValue());
  }

  /** Settles a record that is not. */
  void settle(long position) {
    long first = position;
    long last = position;
    Map.Entry<Long, Long> before = lastByFirst.lowerEntry(position);
    if (before != null && before.getValue() == position - 1) {
      first = before.getKey();
      lastByFirst.remove(first);
    }
    Long after = lastByFirst.remove(position + 1);
    if (after != null) {
      last = after;
    }
    if (first == below) {
      below = last + 1;
    } else {
      lastByFirst.put(first, last);
    }
  }

  /** The mark: the least unsettled position. */
  public long below() {
    return below;
  }

  List<PositionRange> above() {
    List<PositionRange> ranges = new ArrayList<>(lastByFirst.size());
    lastByFirst.forEach((first, last) -> ranges.add(new PositionRange(first, last)));
    return ranges;
  }
}
