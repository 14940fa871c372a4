package dev.evenkeel.benchmarks.moves;

import dev.evenkeel.core.item.ItemSize;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import software.amazon.awssdk.core.interceptor.Context;
import software.amazon.awssdk.core.interceptor.ExecutionAttributes;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/**
 * What the requests of a client cost together. Write units are counted as AWS states them, which
 * DynamoDB Local does not for condition checks: two for each KB of an item in each action of a
 * transaction, and one for each KB that is deleted.
 */
final class RequestMeter implements ExecutionInterceptor {
  private static final double UNIT_BYTES = 1024;

  private final Map<AttributeValue, Long> kilobytes = new ConcurrentHashMap<>();
  private final LongAdder moveUnits = new LongAdder();
  private final LongAdder rows = new LongAdder();

  /** Units of transactions and deletes, of which a move consists, whether they succeeded or not. */
  long moveUnits() {
    return moveUnits.sum();
  }

  /** Kilobytes of the items that were moved, each begun. */
  long kilobytes() {
    return kilobytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Rows that queries have evaluated. */
  long rows() {
    return rows.sum();
  }

  @Override
  public void beforeExecution(
      Context.BeforeExecution context, ExecutionAttributes executionAttributes) {
    if (context.request() instanceof TransactWriteItemsRequest transaction) {
      Map<String, AttributeValue> item = transaction.transactItems().get(1).put().item();
      long size = (long) Math.ceil(ItemSize.bytes(item) / UNIT_BYTES);
      kilobytes.put(item.get("sk"), size);
      moveUnits.add(2 * size * transaction.transactItems().size());
    } else if (context.request() instanceof DeleteItemRequest delete
        && kilobytes.containsKey(delete.key().get("sk"))) {
      moveUnits.add(kilobytes.get(delete.key().get("sk")));
    }
  }

  @Override
  public void afterExecution(
      Context.AfterExecution context, ExecutionAttributes executionAttributes) {
    if (context.response() instanceof QueryResponse page) {
      rows.add(page.scannedCount());
    }
  }
}
