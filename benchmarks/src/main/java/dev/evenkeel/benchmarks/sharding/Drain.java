package dev.evenkeel.benchmarks.sharding;

import dev.evenkeel.benchmarks.canned.CannedTable;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/**
 * What a caller got who paged through a key.
 *
 * @param units the read units that the responses reported
 */
record Drain(long rows, long pages, double units) {
  /**
   * What was read ahead is kept for 5 seconds; a machine this slow would measure something else.
   */
  private static final long PAGE_NANOS_MAX = TimeUnit.SECONDS.toNanos(4);

  /** Pages to the end. */
  static Drain all(DynamoDbClient client, QueryRequest query) {
    return of(client, query, Long.MAX_VALUE, page -> {});
  }

  /**
   * Pages on, as a caller does who uses each page at once and lets it go.
   *
   * @throws IllegalStateException if rows are out of order or double, or paging was so slow that
   *     rows read ahead may have expired
   */
  static Drain of(
      DynamoDbClient client, QueryRequest query, long pagesMax, Consumer<QueryResponse> use) {
    QueryRequest next =
        query.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    Drain drained = new Drain(0, 0, 0);
    String last = "";
    long startedNanos = System.nanoTime();
    while (next != null && drained.pages < pagesMax) {
      QueryResponse page = client.query(next);
      use.accept(page);
      last = inOrder(last, page);
      drained = drained.plus(page);
      next = after(next, page);
      startedNanos = inTime(startedNanos);
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

  private static long inTime(long startedNanos) {
    long now = System.nanoTime();
    if (now - startedNanos > PAGE_NANOS_MAX) {
      throw new IllegalStateException(
          "a page took %d ms; rows read ahead for the next may have expired. Measure on a less loaded machine."
              .formatted(TimeUnit.NANOSECONDS.toMillis(now - startedNanos)));
    }
    return now;
  }

  /** The same, if it holds this many rows. */
  Drain expecting(long expectedRows) {
    if (rows != expectedRows) {
      throw new IllegalStateException("%d rows came back of %d".formatted(rows, expectedRows));
    }
    return this;
  }
}
