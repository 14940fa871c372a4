package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * Answer of DescribeTable, which may be some seconds old.
 *
 * @param table null if there is none, or none is told of yet
 */
public record TableLookup(@Nullable TableDescription table) {

  public static Flow<TableLookup> of(String name) {
    DescribeTableRequest request = DescribeTableRequest.builder().tableName(name).build();
    return TableCall.describe(request)
        .map(answer -> new TableLookup(answer.table()))
        .recover(
            failure ->
                Refusals.isNotFound(failure)
                    ? Flow.of(new TableLookup(null))
                    : Flow.failed(failure));
  }

  /** The table unless it is being deleted: then its archive is all that will be left of it. */
  @Nullable TableDescription staying() {
    return table == null || table.tableStatus() == TableStatus.DELETING ? null : table;
  }
}
