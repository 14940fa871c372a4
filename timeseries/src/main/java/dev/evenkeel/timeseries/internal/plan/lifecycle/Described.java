package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * What DescribeTable told, which may be of some seconds ago.
 *
 * @param table null if there is none, or none is told of yet
 */
public record Described(@Nullable TableDescription table) {

  public static Flow<Described> of(String name) {
    DescribeTableRequest request = DescribeTableRequest.builder().tableName(name).build();
    return TableCall.describe(request)
        .map(answer -> new Described(answer.table()))
        .recover(
            failure ->
                Refusals.isNotFound(failure) ? Flow.of(new Described(null)) : Flow.failed(failure));
  }

  /** The table unless it is being deleted: then its archive is all that will be left of it. */
  @Nullable TableDescription staying() {
    return table == null || table.tableStatus() == TableStatus.DELETING ? null : table;
  }
}
