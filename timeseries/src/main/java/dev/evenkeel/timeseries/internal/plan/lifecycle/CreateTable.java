package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
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
 * CreateTable. AWS gets the request as it is, and any refusal stands. A local engine may refuse a
 * setting that it has not; then the table is created without one setting after the other, of those
 * that it can serve without. Encryption and streams are never left out. A setting that was left out
 * is found when the table is opened.
 */
public final class CreateTable {
  private static final List<UnaryOperator<CreateTableRequest>> WITHOUT =
      List.of(
          request -> request.toBuilder().warmThroughput((WarmThroughput) null).build(),
          request -> request.toBuilder().tableClass((TableClass) null).build(),
          request -> request.toBuilder().tags((Collection<Tag>) null).build(),
          request -> request.toBuilder().deletionProtectionEnabled(null).build());

  private CreateTable() {}

  /** Creates it. */
  public static Flow<CreateTableResponse> table(CreateTableRequest request, boolean isLocal) {
    Flow<CreateTableResponse> whole = TableCall.createTable(request);
    return isLocal
        ? whole.recover(CreateTable::isOfSettings, failure -> less(request, 0, failure))
        : whole;
  }

  private static boolean isOfSettings(Throwable failure) {
    return Refusals.isUnsupported(failure) || ErrorCode.isInvalid(failure);
  }

  private static Flow<CreateTableResponse> less(
      CreateTableRequest request, int without, Throwable first) {
    if (without == WITHOUT.size()) {
      return Flow.failed(first);
    }
    CreateTableRequest less = WITHOUT.get(without).apply(request);
    return TableCall.createTable(less)
        .recover(CreateTable::isOfSettings, failure -> less(less, without + 1, first));
  }
}
