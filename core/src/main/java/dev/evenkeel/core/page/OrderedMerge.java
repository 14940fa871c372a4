package dev.evenkeel.core.page;

import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Walks the buffered rows of several sources in merged order: by the given order of positions, rows
 * of one source in that source's own order. A row costs about log2(sources) comparisons.
 */
final class OrderedMerge implements Iterator<MergedRow> {
  private final PriorityQueue<Head> heads;
  private long lastBytes;

  private OrderedMerge(PriorityQueue<Head> heads) {
    this.heads = heads;
  }

  static OrderedMerge of(List<SourceBuffer> buffers, Comparator<Position> order) {
    PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Math.max(1, buffers.size()), Comparator.comparing(Head::position, order));
    for (SourceBuffer buffer : buffers) {
      if (buffer.size() > 0) {
        heads.add(new Head(buffer, 0));
      }
    }
    return new OrderedMerge(heads);
  }

  @Override
  public boolean hasNext() {
    return !heads.isEmpty();
  }

  @Override
  public MergedRow next() {
    Head head = heads.poll();
    if (head == null) {
      throw new NoSuchElementException("the merge has no more rows");
    }
    if (head.index + 1 < head.buffer.size()) {
      heads.add(new Head(head.buffer, head.index + 1));
    }
    lastBytes = head.buffer.bytes(head.index);
    return head.buffer.row(head.index);
  }

  /** The size of the row that {@link #next()} returned last. */
  long lastBytes() {
    return lastBytes;
  }

  private record Head(SourceBuffer buffer, int index) {
    Position position() {
      return Position.of(buffer.row(index));
    }
  }
}
