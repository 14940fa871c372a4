package dev.evenkeel.core.internal.page;

import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.PriorityQueue;

/**
 * Walks the buffered rows of several sources in merged order: by the given order of positions, rows
 * of one source in that source's own order. A row costs about log2(sources) comparisons.
 */
final class OrderedMerge implements Iterator<SourceBuffer.Row> {
  private final PriorityQueue<Head> heads;

  private OrderedMerge(PriorityQueue<Head> heads) {
    this.heads = heads;
  }

  static OrderedMerge of(Collection<SourceBuffer> buffers, Comparator<Position> order) {
    PriorityQueue<Head> heads =
        new PriorityQueue<>(
            Math.max(1, buffers.size()), Comparator.comparing(Head::position, order));
    for (SourceBuffer buffer : buffers) {
      Iterator<SourceBuffer.Row> rows = buffer.rows().iterator();
      if (rows.hasNext()) {
        heads.add(Head.of(rows.next(), rows));
      }
    }
    return new OrderedMerge(heads);
  }

  @Override
  public boolean hasNext() {
    return !heads.isEmpty();
  }

  @Override
  public SourceBuffer.Row next() {
    Head head = heads.poll();
    if (head == null) {
      throw new NoSuchElementException("the merge has no more rows");
    }
    if (head.rest.hasNext()) {
      heads.add(Head.of(head.rest.next(), head.rest));
    }
    return head.row;
  }

  private record Head(SourceBuffer.Row row, Position position, Iterator<SourceBuffer.Row> rest) {
    static Head of(SourceBuffer.Row row, Iterator<SourceBuffer.Row> rest) {
      return new Head(row, Position.of(row.row()), rest);
    }
  }
}
