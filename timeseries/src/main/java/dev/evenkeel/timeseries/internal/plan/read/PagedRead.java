package dev.evenkeel.timeseries.internal.plan.read;

import dev.evenkeel.core.internal.flow.Flow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A query or a scan, which read tables alike.
 *
 * @param <R> the response
 */
interface PagedRead<R> {

  /** What the caller sent. */
  DynamoDbRequest request();

  /** The caller's limit; null if there is none. */
  @Nullable Integer limit();

  /** Asks one table. */
  Flow<Slice> ask(
      String table, @Nullable Map<String, AttributeValue> startKey, @Nullable Integer limit);

  /**
   * The response to the caller.
   *
   * @param lastKey where the next page goes on; null if nothing is left
   */
  R response(List<Slice> slices, @Nullable Map<String, AttributeValue> lastKey);
}
