package dev.evenkeel.timeseries.internal.operation;

import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.timeseries.internal.route.CallerNames;
import dev.evenkeel.timeseries.internal.route.PeriodTable;
import dev.evenkeel.timeseries.internal.route.Series;
import dev.evenkeel.timeseries.spec.MissingTableException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * The tables of one transaction. A transaction is all or nothing, so a table that is not there
 * fails it, whatever the policy of reads.
 */
final class TransactTables {
  private final SeriesTables tables;
  private final String operation;
  private final CallerNames names = new CallerNames();

  /** Tables that are no series, which may be missing too. */
  private final Set<String> others = new LinkedHashSet<>();

  TransactTables(SeriesTables tables, String operation) {
    this.tables = tables;
    this.operation = operation;
  }

  /**
   * The table that an action reads, as the request is to name it.
   *
   * @param place of the action in the request, for refusals
   */
  @Nullable String forRead(
      @Nullable String callerName, Map<String, AttributeValue> key, String place) {
    Series series = series(callerName);
    if (callerName == null || series == null) {
      return callerName;
    }
    Call call = new Call(operation, callerName, place);
    PeriodTable table = series.forRead(call, key);
    if (table == null) {
      throw call.refuse(
          "its time is before %s, when the series begins, and no table holds it"
              .formatted(series.spec().since()),
          "Leave it out of the transaction");
    }
    return names.add(callerName, table);
  }

  /**
   * The table that an action writes to, as the request is to name it.
   *
   * @param place of the action in the request, for refusals
   */
  @Nullable String forWrite(
      @Nullable String callerName, Map<String, AttributeValue> attributes, String place) {
    Series series = series(callerName);
    return callerName == null || series == null
        ? callerName
        : names.add(
            callerName,
            series.forWrite(new Call(operation, callerName, place), attributes, tables.now()));
  }

  private @Nullable Series series(@Nullable String callerName) {
    Series series = tables.find(callerName);
    if (callerName != null && series == null) {
      others.add(callerName);
    }
    return series;
  }

  /** The caller's name for a table as a response names it. */
  String callerName(String answered) {
    return names.callerName(answered);
  }

  /** Consumed capacity per table of the caller. */
  @Nullable List<ConsumedCapacity> capacity(List<ConsumedCapacity> used) {
    return CapacitySum.perTable(used.stream().map(names::capacity).toList());
  }

  /** The failure in the caller's terms. DynamoDB does not say which table is missing. */
  Throwable failure(Throwable cause) {
    if (cause instanceof ResourceNotFoundException missing && !others.isEmpty()) {
      List<String> all = Stream.concat(names.tables().stream(), others.stream()).toList();
      return new MissingTableException(operation, tableNames(), all, missing);
    }
    return names.failure(new Call(operation, tableNames()), cause);
  }

  private String tableNames() {
    return String.join(
        "', '", names.tables().stream().map(names::callerName).distinct().sorted().toList());
  }
}
