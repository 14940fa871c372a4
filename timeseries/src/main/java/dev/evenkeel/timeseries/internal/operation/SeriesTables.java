package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.Series;
import java.time.Instant;
import java.util.Map;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * The input of an operation's plan.
 *
 * @param managed the series of the client
 * @param now the time of the call
 */
record SeriesTables(ManagedTables<Series> managed, Instant now) {

  /** The series that a request names; null if the table is none. */
  @Nullable Series find(@Nullable String tableName) {
    return managed.find(tableName);
  }

  /**
   * A write to the table of an item's time, whose answer names the series; null if it is none. A
   * function that captures nothing costs no allocation.
   *
   * @param attributes the item, or its key
   * @param send sends the request to a table
   */
  <Q, R extends DynamoDbResponse> @Nullable Flow<R> written(
      Call call,
      Q request,
      Map<String, AttributeValue> attributes,
      BiFunction<Q, String, Flow<R>> send) {
    Series series = find(call.table());
    if (series == null) {
      return null;
    }
    CallerNames names = new CallerNames();
    String table = names.add(call.table(), series.forWrite(call, attributes, now));
    return send.apply(request, table)
        .map(names::shown)
        .mapFailure(cause -> names.failure(call, cause));
  }
}
