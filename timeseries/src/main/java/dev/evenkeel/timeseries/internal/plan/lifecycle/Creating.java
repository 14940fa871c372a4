package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.flow.TableCall;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.util.Collection;
import java.util.List;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.TableClass;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/**
 * CreateTable, on an engine that says of a setting that it does not support it: then without one
 * setting after the other, of those that a table can serve without. Any other refusal stands, and
 * encryption and streams are never left out. What is missing shows when the table is opened.
 */
public final class Creating {
  private static final List<UnaryOperator<CreateTableRequest>> WITHOUT =
      List.of(
          request -> request.toBuilder().warmThroughput((WarmThroughput) null).build(),
          request -> request.toBuilder().tableClass((TableClass) null).build(),
          request -> request.toBuilder().tags((Collection<Tag>) null).build(),
          request -> request.toBuilder().deletionProtectionEnabled(null).build());

  private Creating() {}

  /** Creates it. */
  public static Flow<CreateTableResponse> table(CreateTableRequest request) {
    return attempt(request, 0);
  }

  private static Flow<CreateTableResponse> attempt(CreateTableRequest request, int without) {
    return TableCall.createTable(request)
        .recover(
            failure ->
                Refusals.isUnsupported(failure) && without < WITHOUT.size()
                    ? attempt(WITHOUT.get(without).apply(request), without + 1)
                    : Flow.failed(failure));
  }
}
