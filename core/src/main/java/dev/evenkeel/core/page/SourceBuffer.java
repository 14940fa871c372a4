package dev.evenkeel.core.page;

import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** What has been read of one source and not been taken yet, and how far it has been evaluated. */
final class SourceBuffer {
  private final int index;
  private SourceQuery query;
  private final Deque<Row> rows = new ArrayDeque<>();
  private long bytes;

  /** The last evaluated place; null before the first answer and once exhausted. */
  private @Nullable Position frontier;

  private boolean exhausted;

  /** A row and its size. */
  record Row(MergedRow row, long bytes) {}

  SourceBuffer(int index, SourceQuery query) {
    this.index = index;
    this.query = query;
  }

  /** This buffer, whose further requests are sent as {@code request} says. */
  SourceBuffer askingAs(QueryRequest request) {
    query = query.askingAs(request);
    return this;
  }

  /** The request for the next {@code limit} rows. */
  QueryRequest nextRequest(int limit) {
    QueryRequest.Builder next = query.request().toBuilder().limit(limit);
    if (frontier != null) {
      next.exclusiveStartKey(query.startKey().apply(frontier.key()));
    }
    return next.build();
  }

  void add(QueryResponse page) {
    for (Map<String, AttributeValue> item : page.items()) {
      if (query.wanted().test(item)) {
        Row row = new Row(new MergedRow(index, item), ItemSize.bytes(item));
        rows.add(row);
        bytes += row.bytes();
      }
    }
    Map<String, AttributeValue> last = page.lastEvaluatedKey();
    exhausted = last.isEmpty() || query.lastPossible().test(last);
    frontier = exhausted ? null : new Position(last, index);
  }

  int index() {
    return index;
  }

  /** Whether more rows may follow what is buffered. */
  boolean live() {
    return !exhausted;
  }

  boolean read() {
    return exhausted || frontier != null;
  }

  @Nullable Position frontier() {
    return frontier;
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
    for (int i = 0; i < count; i++) {
      bytes -= rows.remove().bytes();
    }
  }

  /** Forgets rows from the end until {@code bytesMax} is kept; they will be read again. */
  void trimTo(long bytesMax) {
    List<Row> forgotten = new ArrayList<>();
    while (bytes > bytesMax && rows.size() > 1) {
      Row last = rows.removeLast();
      bytes -= last.bytes();
      forgotten.add(last);
    }
    Row end = rows.peekLast();
    if (!forgotten.isEmpty() && end != null) {
      exhausted = false;
      frontier = Position.of(end.row());
    }
  }
}
