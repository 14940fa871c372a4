package dev.evenkeel.timeseries.internal.route;

import dev.evenkeel.core.InvalidStartKeyException;
import dev.evenkeel.core.internal.answer.LogicalFailure;
import dev.evenkeel.core.internal.answer.PhysicalTexts;
import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.internal.pace.Metering;
import dev.evenkeel.timeseries.spec.MissingTableException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/** The period tables of one call, mostly one, and the names by which its caller knows them. */
public final class CallerNames {
  private final Map<String, String> callerNameByTable = new LinkedHashMap<>(2);

  /**
   * Adds a table.
   *
   * @param callerName how the caller names the series, which may be an ARN
   * @return how the request to send names the table
   */
  public String add(String callerName, PeriodTable table) {
    callerNameByTable.put(table.name(), callerName);
    return Series.named(callerName, table);
  }

  /** The plain names of the tables. */
  public List<String> tables() {
    return List.copyOf(callerNameByTable.keySet());
  }

  /** The caller's name for a table as an answer names it; the same if it is none of these. */
  public String callerName(String answered) {
    return callerNameByTable.getOrDefault(TableName.parse(answered).name(), answered);
  }

  /** The consumed capacity under the caller's table name. */
  public ConsumedCapacity capacity(ConsumedCapacity used) {
    return used.tableName() == null
        ? used
        : used.toBuilder().tableName(callerName(used.tableName())).build();
  }

  /** A response that reports the capacity of its one table under the caller's name. */
  public <R extends DynamoDbResponse> R shown(R response) {
    ConsumedCapacity used = Metering.consumedOnce(response);
    return used == null ? response : Metering.with(response, capacity(used));
  }

  /**
   * The failure of a request that needs its table: a missing table becomes a MissingTableException.
   */
  public Throwable failure(Call call, Throwable cause) {
    return cause instanceof ResourceNotFoundException missing && !callerNameByTable.isEmpty()
        ? new MissingTableException(call.operation(), call.table(), tables(), missing)
        : failure(cause);
  }

  /** The failure of a read that continues without its table: a missing table stays as it is. */
  public Throwable readFailure(Throwable cause) {
    return cause instanceof ResourceNotFoundException ? cause : failure(cause);
  }

  /** A failure that names no period table. */
  public Throwable failure(Throwable cause) {
    if (cause instanceof InvalidStartKeyException refused) {
      return withCallerName(refused);
    }
    PhysicalTexts texts = new PhysicalTexts();
    callerNameByTable.forEach(
        (table, callerName) -> texts.add(table, TableName.parse(callerName).name()));
    return LogicalFailure.of(cause, texts);
  }

  /**
   * Renames the table in a refused start key that was made from a row. The delegate may need
   * attributes that only its own start keys carry, and rows do not.
   */
  private InvalidStartKeyException withCallerName(InvalidStartKeyException refused) {
    InvalidStartKeyException renamed =
        new InvalidStartKeyException(
            refused.operation(),
            TableName.parse(callerName(refused.table())).name(),
            refused.reason(),
            refused.remedy()
                + ". An index over shards that are drawn cannot be paged through over several periods: read one period at a time, or let the shard be calculated from the key");
    renamed.setStackTrace(refused.getStackTrace());
    return renamed;
  }
}
