package dev.evenkeel.chunking.internal.sweep;

import dev.evenkeel.chunking.internal.store.MissingStores;
import dev.evenkeel.chunking.internal.wire.IntentFormat;
import dev.evenkeel.chunking.spec.IntentTableSpec;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** The intents of a table, page by page, bucket after bucket. */
final class IntentPages {
  /** Most have some hundred bytes; a page ends at 1 MB in any case. */
  private static final int PAGE_MAX = 200;

  private final IntentTableSpec table;
  private final @Nullable Instant dueBefore;
  private final Function<List<Map<String, AttributeValue>>, Flow<Done>> onPage;

  private IntentPages(
      IntentTableSpec table,
      @Nullable Instant dueBefore,
      Function<List<Map<String, AttributeValue>>, Flow<Done>> onPage) {
    this.table = table;
    this.dueBefore = dueBefore;
    this.onPage = onPage;
  }

  /**
   * Reads them consistently.
   *
   * @param dueBefore the time before which intents fall due; null for all
   * @param onPage the work on a page before the next is read
   */
  static Flow<Done> each(
      IntentTableSpec table,
      @Nullable Instant dueBefore,
      Function<List<Map<String, AttributeValue>>, Flow<Done>> onPage) {
    IntentPages pages = new IntentPages(table, dueBefore, onPage);
    List<Integer> buckets = IntStream.range(0, IntentTableSpec.BUCKETS).boxed().toList();
    return Flow.each(buckets, 1, bucket -> pages.from(pages.of(bucket)));
  }

  private QueryRequest of(int bucket) {
    QueryRequest.Builder request =
        QueryRequest.builder().tableName(table.tableName()).consistentRead(true).limit(PAGE_MAX);
    AttributeValue number = AttributeValue.fromN(Integer.toString(bucket));
    if (dueBefore == null) {
      return request
          .keyConditionExpression("#b = :b")
          .expressionAttributeNames(Map.of("#b", table.partitionKey()))
          .expressionAttributeValues(Map.of(":b", number))
          .build();
    }
    AttributeValue due = AttributeValue.fromS(IntentFormat.dueBefore(dueBefore));
    return request
        .keyConditionExpression("#b = :b AND #d < :d")
        .expressionAttributeNames(Map.of("#b", table.partitionKey(), "#d", table.sortKey()))
        .expressionAttributeValues(Map.of(":b", number, ":d", due))
        .build();
  }

  private Flow<Done> from(QueryRequest request) {
    return MissingStores.named(table, TableCall.query(request))
        .then(
            response -> {
              Flow<Done> page =
                  response.items().isEmpty() ? Flow.done() : onPage.apply(response.items());
              Map<String, AttributeValue> last = response.lastEvaluatedKey();
              return last.isEmpty()
                  ? page
                  : page.then(done -> from(request.toBuilder().exclusiveStartKey(last).build()));
            });
  }
}
