package dev.evenkeel.timeseries.internal.read;

import dev.evenkeel.core.internal.flow.Flow;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A query or a scan, which read tables alike: table by table, and a scan in each in the engine's
 * order, segment by segment if that was asked.
 *
 * @param <R> the response
 * @param request the caller's request
 * @param limit the caller's; null if there is none
 * @param table asks one table
 * @param answer makes the response of what the tables gave, and of the start key of the next page;
 *     null if nothing is left
 */
public record PagedRead<R>(
    DynamoDbRequest request,
    @Nullable Integer limit,
    OfTable table,
    BiFunction<TablePage.Sum, @Nullable Map<String, AttributeValue>, R> answer) {

  /** Asks one table. */
  public interface OfTable {
    Flow<TablePage> ask(
        String table, @Nullable Map<String, AttributeValue> startKey, @Nullable Integer limit);
  }
}
