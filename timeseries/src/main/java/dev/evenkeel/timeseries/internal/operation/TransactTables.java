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
  @Nullable String forRead(@Nullable String asked, Map<String, AttributeValue> key, String place) {
    Series series = series(asked);
    if (asked == null || series == null) {
      return asked;
    }
    Call call = new Call(operation, asked, place);
    PeriodTable table = series.forRead(call, key);
    if (table == null) {
      throw call.refuse(
          "its time is before %s, when the series begins, and no table holds it"
              .formatted(series.spec().since()),
          "Leave it out of the transaction");
    }
    return names.add(asked, table);
  }

  /**
   * The table that an action writes to, as the request is to name it.
   *
   * @param place of the action in the request, for refusals
   */
  @Nullable String forWrite(
      @Nullable String asked, Map<String, AttributeValue> attributes, String place) {
    Series series = series(asked);
    return asked == null || series == null
        ? asked
        : names.add(
            asked, series.forWrite(new Call(operation, asked, place), attributes, tables.now()));
  }

  private @Nullable Series series(@Nullable String asked) {
    Series series = tables.find(asked);
    if (asked != null && series == null) {
      others.add(asked);
    }
    return series;
  }

  /** The caller's name for a table as a response names it. */
  String asked(String answered) {
    return names.asked(answered);
  }

  /** Consumed capacity per table of the caller. */
  List<ConsumedCapacity> capacity(List<ConsumedCapacity> used) {
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
        "', '", names.tables().stream().map(names::asked).distinct().sorted().toList());
  }
}
