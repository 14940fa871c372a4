package dev.evenkeel.core.page;

import dev.evenkeel.core.item.ItemSize;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** What has been read of one source: its rows, and how far it has been evaluated. */
final class SourceBuffer {
  private final int index;
  private final SourceQuery query;
  private final List<MergedRow> rows = new ArrayList<>();
  private final List<Long> rowBytes = new ArrayList<>();

  /** The last evaluated place; null until the first answer. */
  private @Nullable Position frontier;

  /** Where the next request goes on; null before the first answer and after the last. */
  private @Nullable Map<String, AttributeValue> nextStartKey;

  private boolean exhausted;

  SourceBuffer(int index, SourceQuery query) {
    this.index = index;
    this.query = query;
  }

  /** The request for the next {@code limit} rows. */
  QueryRequest nextRequest(int limit) {
    QueryRequest.Builder next = query.request().toBuilder().limit(limit);
    if (nextStartKey != null) {
      next.exclusiveStartKey(nextStartKey);
    }
    return next.build();
  }

  void add(QueryResponse page) {
    for (Map<String, AttributeValue> item : page.items()) {
      if (query.wanted().test(item)) {
        rows.add(new MergedRow(index, item));
        rowBytes.add(ItemSize.bytes(item));
      }
    }
    Map<String, AttributeValue> last = page.lastEvaluatedKey();
    exhausted = last.isEmpty() || query.lastPossible().test(last);
    nextStartKey = exhausted ? null : last;
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

  int size() {
    return rows.size();
  }

  MergedRow row(int i) {
    return rows.get(i);
  }

  long bytes(int i) {
    return rowBytes.get(i);
  }
}
