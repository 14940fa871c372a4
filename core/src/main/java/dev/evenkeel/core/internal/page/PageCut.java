package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Where the page would end if no source held anything but what is buffered.
 *
 * @param rows the page's rows so far, in merged order, those among them of which only the place is
 *     known; the last one is the cut if {@code full}
 * @param readBytes the bytes evaluated for them
 * @param full whether the limit or the byte bound is reached
 * @param follower the row after the cut, if one is buffered
 */
record PageCut(
    List<SourceBuffer.Row> rows, long readBytes, boolean full, @Nullable MergedRow follower) {

  static PageCut of(
      Collection<SourceBuffer> buffers, Comparator<Position> order, MergeSettings page) {
    OrderedMerge merge = OrderedMerge.of(buffers, order);
    List<SourceBuffer.Row> rows = new ArrayList<>();
    MergedRow follower = null;
    long bytes = 0;
    int counted = 0;
    while (follower == null && merge.hasNext()) {
      SourceBuffer.Row next = merge.next();
      boolean joins = joinsLast(rows, next.row(), page);
      if (!joins && (counted == page.limit() || bytes >= page.pageBytesMax())) {
        follower = next.row();
      } else {
        rows.add(next);
        bytes += next.readBytes();
        counted += joins ? 0 : 1;
      }
    }
    boolean full = counted == page.limit() || bytes >= page.pageBytesMax();
    return new PageCut(rows, bytes, full, follower);
  }

  private static boolean joinsLast(
      List<SourceBuffer.Row> rows, MergedRow next, MergeSettings page) {
    return !rows.isEmpty() && page.joins(next.item(), rows.get(rows.size() - 1).row().item());
  }

  /** The evaluated bytes of an average row; 0 without rows. */
  long rowBytes() {
    return rows.isEmpty() ? 0 : Math.max(1, readBytes / rows.size());
  }

  /** The memory of the buffered rows. */
  long heldBytes() {
    return rows.stream().mapToLong(SourceBuffer.Row::bytes).sum();
  }

  /** The last row, where the page ends; null while the page is not full. */
  @Nullable MergedRow cut() {
    return full ? rows.get(rows.size() - 1).row() : null;
  }

  /** Whether the row after the page's last one has the same keys. */
  boolean tied(Comparator<Map<String, AttributeValue>> keys) {
    MergedRow last = cut();
    return last != null && follower != null && keys.compare(last.item(), follower.item()) == 0;
  }

  /** The sources that must be read again for a row of the page. */
  Set<Integer> sourcesToReadAgain() {
    return rows.stream()
        .filter(row -> !row.held())
        .map(row -> row.row().source())
        .collect(Collectors.toSet());
  }

  /** The rows that are not behind {@code frontier}. */
  List<SourceBuffer.Row> rowsUpTo(Position frontier, Comparator<Position> order) {
    int end = 0;
    while (end < rows.size() && order.compare(Position.of(rows.get(end).row()), frontier) <= 0) {
      end++;
    }
    return rows.subList(0, end);
  }

  /**
   * Walks the buffered rows of several sources in merged order: by the given order of positions,
   * rows of one source in that source's own order. A row costs about log2(sources) comparisons.
   */
  static final class OrderedMerge implements Iterator<SourceBuffer.Row> {
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

  /** The evaluated extents of a merge's sources, and their effect on a page. */
  record Frontiers(Collection<SourceBuffer> sources, MergeSettings settings) {

    /** The position of a live source which has been read. */
    static Position of(SourceBuffer source) {
      return Objects.requireNonNull(
          source.frontier(), "a live source that has been read has a frontier");
    }

    /** Whether every source has been read. */
    boolean allRead() {
      return sources.stream().allMatch(SourceBuffer::read);
    }

    /**
     * The least place to which a source that is not exhausted has been evaluated; null if there is
     * none.
     */
    @Nullable Position least() {
      return sources.stream()
          .filter(source -> source.frontier() != null)
          .map(Frontiers::of)
          .min(Position.comparator(settings.order()))
          .orElse(null);
    }

    /** The rows that no unread row can precede. */
    List<SourceBuffer.Row> settledRows(PageCut cut) {
      if (!allRead()) {
        return List.of();
      }
      List<SourceBuffer.Row> settled = settled(cut);
      for (int i = 0; i < settled.size(); i++) {
        if (!settled.get(i).held()) {
          return settled.subList(0, i);
        }
      }
      return settled;
    }

    /** The rows up to the place to which all sources have been evaluated. */
    List<SourceBuffer.Row> settled(PageCut cut) {
      Position frontier = least();
      return frontier == null ? cut.rows() : cut.rowsUpTo(frontier, settledOrder());
    }

    /**
     * Whether a source may hold an unread row before the end of the page.
     *
     * @param again the sources that must be read again for a row of the page
     */
    boolean mayPrecede(SourceBuffer source, MergedRow end, Set<Integer> again) {
      if (source.hasPlaceOnly()) {
        return again.contains(source.index());
      }
      Position frontier = source.frontier();
      if (frontier == null) {
        return true;
      }
      int keys = settings.order().compare(frontier.key(), end.item());
      return keys < 0 || (keys == 0 && settings.repeatable() && source.index() < end.source());
    }

    /**
     * The order in which rows up to a frontier are settled. Where a source holds no two rows with
     * equal keys, every source that has been evaluated to the frontier's key has shown its row with
     * that key, so all of those are settled and the source of the frontier does not matter.
     */
    Comparator<Position> settledOrder() {
      return settings.repeatable()
          ? Position.comparator(settings.order())
          : Comparator.comparing(Position::key, settings.order());
    }
  }
}
