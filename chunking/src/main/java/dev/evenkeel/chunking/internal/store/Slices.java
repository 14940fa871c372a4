package dev.evenkeel.chunking.internal.store;

import java.util.ArrayList;
import java.util.List;

/** Which chunks share a request. */
final class Slices {
  /** Of a request; several are under way, and each is some times as large on its way. */
  private static final int REQUEST_BYTES = 4 * 1024 * 1024;

  private Slices() {}

  /** Chunk numbers from {@code first} to {@code last}. */
  record Range(int first, int last) {
    int count() {
      return last - first + 1;
    }
  }

  /**
   * All chunks from 1 on, in order, in groups for one request each.
   *
   * @param requestItemsMax how many items DynamoDB takes in such a request
   */
  static List<Range> of(int chunks, int chunkBytes, int requestItemsMax) {
    int each = Math.max(1, Math.min(requestItemsMax, REQUEST_BYTES / Math.max(1, chunkBytes)));
    List<Range> ranges = new ArrayList<>();
    for (int first = 1; first <= chunks; first += each) {
      ranges.add(new Range(first, Math.min(chunks, first + each - 1)));
    }
    return ranges;
  }
}
