package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * The result of paging through a key.
 *
 * @param units the read units that the responses reported
 */
record Drain(long rows, long pages, double units) {
  /** Rows read ahead are kept for 5 seconds; a machine this slow would measure something else. */
  private static final long KEPT_NANOS_MAX = TimeUnit.SECONDS.toNanos(4);

  /** Pages to the end. */
  static Drain all(CannedTable table, DynamoDbClient client, QueryRequest query) {
    return of(table, client, query, Long.MAX_VALUE);
  }

  /**
   * Pages on, as a caller does who uses each page at once and lets it go.
   *
   * @param table the table that {@code client} reads in the end
   * @throws IllegalStateException if rows are out of order or double, or paging was so slow that
   *     rows read ahead may have expired
   */
  static Drain of(CannedTable table, DynamoDbClient client, QueryRequest query, long pagesMax) {
    QueryRequest next =
        query.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    Drain drained = new Drain(0, 0, 0);
    String last = "";
    while (next != null && drained.pages < pagesMax) {
      long startedNanos = System.nanoTime();
      QueryResponse page = client.query(next);
      last = inOrder(last, page);
      drained = drained.plus(page);
      next = after(next, page);
      requireInTime(Math.max(startedNanos, table.tally().lastNanos()));
    }
    return drained;
  }

  private Drain plus(QueryResponse page) {
    double pageUnits = page.consumedCapacity().capacityUnits();
    return new Drain(rows + page.count(), pages + 1, units + pageUnits);
  }

  private static @Nullable QueryRequest after(QueryRequest request, QueryResponse page) {
    return page.lastEvaluatedKey().isEmpty()
        ? null
        : request.toBuilder().exclusiveStartKey(page.lastEvaluatedKey()).build();
  }

  private static String inOrder(String before, QueryResponse page) {
    String last = before;
    for (Map<String, AttributeValue> row : page.items()) {
      String id = CannedTable.string(row, CannedTable.SORT_KEY);
      if (id.compareTo(last) <= 0) {
        throw new IllegalStateException("row " + id + " came after row " + last);
      }
      last = id;
    }
    return last;
  }

  /** Fails if the rows that a page read ahead may have expired before their use. */
  private static void requireInTime(long sinceNanos) {
    long keptNanos = System.nanoTime() - sinceNanos;
    if (keptNanos > KEPT_NANOS_MAX) {
      throw new IllegalStateException(
          "rows read ahead were kept for %d ms and may have expired. Measure on a less loaded machine."
              .formatted(TimeUnit.NANOSECONDS.toMillis(keptNanos)));
    }
  }

  /** The same, if it holds this many rows. */
  Drain expecting(long expectedRows) {
    if (rows != expectedRows) {
      throw new IllegalStateException("%d rows came back of %d".formatted(rows, expectedRows));
    }
    return this;
  }
}
