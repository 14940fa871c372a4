package dev.evenkeel.sharding.internal.live;

import dev.evenkeel.sharding.internal.live.Script.Kind;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * What a caller has read in pages. A page of a query tells of all items between its start and its
 * end. A scan tells of all items when its last page has come.
 */
final class ItemPages {
  private final int keys;

  /** Where the next page begins; null if there is none. */
  @Nullable Map<String, AttributeValue> next;

  /** The first item that was not read by a query; the values that a scan has found so far. */
  private int read;

  /** What is wrong with a page; null if nothing is. */
  @Nullable String wrong;

  ItemPages(int keys) {
    this.keys = keys;
  }

  /** Takes a page; returns what is known of items now, 4 bits for each. */
  int take(Kind kind, Object answer) {
    int found =
        kind == Kind.PAGES ? queried((QueryResponse) answer) : scanned((ScanResponse) answer);
    read = next == null ? 0 : read;
    return found;
  }

  private int queried(QueryResponse page) {
    next = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    int end = next == null ? keys : ItemCalls.keyOf(next) + 1;
    if (next != null && end <= read) {
      wrong = "a page begins where it ends";
    }
    int found = 0;
    for (int key = 0; key < keys; key++) {
      found |= (key < read || key >= end ? ItemCalls.UNREAD : 0) << (4 * key);
    }
    int last = read - 1;
    for (Map<String, AttributeValue> row : page.items()) {
      int key = ItemCalls.keyOf(row);
      if (key <= last || key >= end) {
        wrong = "a page has an item that is not its own, or out of order";
      } else {
        found |= ItemCalls.valueOf(row) << (4 * key);
      }
      last = key;
    }
    read = end;
    return found;
  }

  private int scanned(ScanResponse page) {
    next = page.hasLastEvaluatedKey() ? page.lastEvaluatedKey() : null;
    for (Map<String, AttributeValue> row : page.items()) {
      int key = ItemCalls.keyOf(row);
      read = (read & ~(15 << (4 * key))) | (ItemCalls.valueOf(row) << (4 * key));
    }
    return read;
  }

  /** Whether what is known after a page is to be judged. */
  boolean isJudged(Kind kind) {
    return kind == Kind.PAGES || next == null;
  }

  /** The pages that are read by calls of these kinds. */
  static boolean isPaged(Kind kind) {
    return List.of(Kind.PAGES, Kind.SCAN).contains(kind);
  }
}
