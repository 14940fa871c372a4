package dev.evenkeel.core.internal.page;

import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.core.internal.page.SourceQuery.Evaluated;
import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/**
 * The buffered rows of one source, and its evaluated extent.
 *
 * <p>Rows that were read and not kept leave their place behind: the key of the first of them. It
 * says that nothing unread comes before it, so that the source is asked again only for a page that
 * reaches so far.
 */
final class SourceBuffer {
  private final int stage;
  private final int index;
  private SourceQuery query;
  private final Deque<Row> rows = new ArrayDeque<>();
  private long bytes;

  /** Rows that a filter dropped, where their answers ended. */
  private final Deque<Hidden> hidden = new ArrayDeque<>();

  private int answers;

  /** The place behind which the rows held begin; null at the source's own beginning. */
  private @Nullable Position base;

  /** The last evaluated place; null before the first answer and once exhausted. */
  private @Nullable Position frontier;

  /** The place behind which the request under way reads. */
  private @Nullable Position askedBehind;

  private boolean exhausted;

  /**
   * A row, or the place of one that was not kept.
   *
   * @param bytes the memory it takes here
   * @param readBytes the bytes evaluated for it
   * @param evaluated how many rows it stands for: itself and those before it that a filter dropped
   * @param answer with which answer it came
   * @param held whether the row is here, and not only its key
   */
  record Row(MergedRow row, long bytes, long readBytes, long evaluated, int answer, boolean held) {}

  /**
   * Rows that a filter dropped, behind the last row of an answer.
   *
   * @param end where the answer ended; null at the source's end
   */
  private record Hidden(int answer, @Nullable Position end, long rows) {}

  SourceBuffer(int stage, int index, SourceQuery query) {
    this.stage = stage;
    this.index = index;
    this.query = query;
  }

  /** Has further requests sent as {@code request} says. */
  void askingAs(QueryRequest request) {
    query = query.askingAs(request);
  }

  /**
   * The request for the next {@code limit} rows.
   *
   * @param measured whether the answer must tell its read units, since its rows do not
   */
  QueryRequest nextRequest(int limit, boolean measured) {
    QueryRequest.Builder next = query.next(measured).limit(limit);
    askedBehind = frontier;
    if (frontier != null) {
      next.exclusiveStartKey(query.startKey().apply(frontier.key()));
    }
    return next.build();
  }

  /** Whether the caller wants to know the capacity used. */
  boolean asksCapacity() {
    return query.asksCapacity();
  }

  /**
   * Takes an answer. One that does not follow what is held is let go: rows before it were, while it
   * was under way, and will be read again with its own.
   *
   * @param asStored whether its rows come as they are stored, and all of them
   * @return the bytes evaluated for it
   */
  Evaluated add(QueryResponse page, boolean asStored) {
    List<Map<String, AttributeValue>> items = page.items();
    long[] sizes = items.stream().mapToLong(ItemSize::bytes).toArray();
    Evaluated evaluated = query.evaluated(page, LongStream.of(sizes).sum(), asStored);
    if (Objects.equals(askedBehind, frontier)) {
      addPage(page, sizes, evaluated, asStored);
    }
    return evaluated;
  }

  private void addPage(QueryResponse page, long[] sizes, Evaluated evaluated, boolean asStored) {
    if (hasPlaceOnly()) {
      bytes -= rows.removeLast().bytes();
    }
    if (rows.isEmpty()) {
      base = frontier == null ? base : frontier;
    }
    Map<String, AttributeValue> last = page.lastEvaluatedKey();
    exhausted = last.isEmpty() || query.lastPossible().test(last);
    frontier = exhausted ? null : new Position(last, index);
    addRows(page.items(), sizes, evaluated, asStored);
  }

  /** The places of filtered rows are not known: they are spread evenly. */
  private void addRows(
      List<Map<String, AttributeValue>> items,
      long[] sizes,
      Evaluated evaluated,
      boolean asStored) {
    long dropped = evaluated.rows() - items.size();
    long share = dropped / (items.size() + 1);
    answers++;
    for (int i = 0; i < sizes.length; i++) {
      MergedRow row = new MergedRow(index, items.get(i));
      if (query.wanted().test(row.item())) {
        long readBytes = asStored ? sizes[i] : evaluated.rowBytes();
        rows.add(new Row(row, sizes[i], readBytes, 1 + share, answers, true));
        bytes += sizes[i];
      }
    }
    if (dropped > 0) {
      hidden.add(new Hidden(answers, frontier, dropped - share * items.size()));
    }
  }

  /** The stage of its merge, before which nothing is read. */
  int stage() {
    return stage;
  }

  int index() {
    return index;
  }

  /** Whether more rows may follow what is buffered. */
  boolean live() {
    return !exhausted;
  }

  boolean read() {
    return exhausted || frontier != null || hasPlaceOnly();
  }

  /** Whether of the next row only the place is known. */
  boolean hasPlaceOnly() {
    Row last = rows.peekLast();
    return last != null && !last.held();
  }

  /** The last evaluated place, or that of a row that must be read again. */
  @Nullable Position frontier() {
    Row last = rows.peekLast();
    return last != null && !last.held() ? Position.of(last.row()) : frontier;
  }

  /** The rows not taken yet, in the source's order. */
  Iterable<Row> rows() {
    return rows;
  }

  long bytes() {
    return bytes;
  }

  /** Takes the next {@code count} rows out. */
  void drop(int count) {
    Row last = null;
    for (int i = 0; i < count; i++) {
      last = rows.remove();
      bytes -= last.bytes();
    }
    if (last != null) {
      base = placeOf(last);
    }
  }

  /**
   * The number of filtered rows at places that a page has passed; each is counted once.
   *
   * @param isPassed of the place where an answer ended; null stands for the source's end
   */
  long takeHidden(Predicate<@Nullable Position> isPassed) {
    long taken = 0;
    while (!hidden.isEmpty() && isPassed.test(hidden.element().end())) {
      taken += hidden.remove().rows();
    }
    return taken;
  }

  /** Keeps the next {@code count} rows; of the others only the place of the first. */
  void keep(int count) {
    Row next = null;
    while (rows.size() > count) {
      next = rows.removeLast();
      bytes -= next.bytes();
    }
    if (next == null) {
      return;
    }
    Row end = rows.peekLast();
    int fromAnswer = end == null ? next.answer() : end.answer();
    hidden.removeIf(rows -> rows.answer() >= fromAnswer); // they will be evaluated again
    exhausted = false;
    frontier = end == null ? base : placeOf(end);
    MergedRow place = new MergedRow(index, placeOf(next).key());
    rows.add(
        new Row(place, ItemSize.bytes(place.item()), next.readBytes(), 0, next.answer(), false));
    bytes += ItemSize.bytes(place.item());
  }

  /** A place holds no more than a key, so that no row is kept alive by it. */
  private Position placeOf(Row row) {
    return new Position(query.startKey().apply(row.row().item()), index);
  }
}
