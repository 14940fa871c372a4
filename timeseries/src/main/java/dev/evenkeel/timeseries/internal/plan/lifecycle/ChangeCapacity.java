package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import java.time.Instant;
import java.util.Set;
import java.util.function.BiFunction;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Changes capacity or class of a table, if it is settled and still differs when looked at once
 * more. It waits until the change is visible, so that the next run does not repeat it, but not
 * until the change has ended.
 */
final class ChangeCapacity {
  private static final Attempt NOT_VISIBLE = Attempt.retry("the change is not visible yet");

  private ChangeCapacity() {}

  static Flow<Attempt> resize(RunContext context, Resize action) {
    return settled(
        context,
        action,
        (table, observed) -> Now.ask().then(now -> resized(context, action, observed, now)));
  }

  private static Flow<Attempt> resized(
      RunContext context, Resize action, ObservedTable table, Instant now) {
    CapacityChange sizing = sizing(context, action, table, now);
    if (!sizing.differs()) {
      return Flow.of(Attempt.DONE);
    }
    if (context.hasSent(action)) {
      return Flow.of(NOT_VISIBLE);
    }
    if (!sizing.mayBeNow()) {
      return Flow.of(Attempt.deferred("it may be lowered " + sizing.lowerableFrom()));
    }
    return update(context, action, sizing.request())
        .recover(failure -> sizing.takes(), ChangeCapacity::rationed);
  }

  /** The capacity of a live table may have been raised since the plan. */
  private static CapacityChange sizing(
      RunContext context, Resize action, ObservedTable table, Instant now) {
    Targets planned = new Targets(action.capacity(), action.indexes(), null, action.reason());
    TimeSpan span = context.spec().tables().periodOf(action.tableName());
    Targets targets =
        span != null && now.isBefore(context.spec().lastWrite(span))
            ? planned.atLeast(table)
            : planned;
    return new CapacityChange(table, targets.capacity(), targets.indexes(), now);
  }

  /**
   * DynamoDB rations changes that take something away, by the hour, the day or the month. The
   * description may be older than the last such change; a new one shows it.
   */
  private static Flow<Attempt> rationed(Throwable failure) {
    return Refusals.isLimited(failure)
        ? Flow.of(Attempt.rateLimited(Refusals.text(failure)))
        : Flow.failed(failure);
  }

  static Flow<Attempt> reclass(RunContext context, Reclass action) {
    return settled(
        context, action, (table, observed) -> reclassed(context, action, table, observed));
  }

  private static Flow<Attempt> reclassed(
      RunContext context, Reclass action, TableDescription table, ObservedTable observed) {
    if (observed.tableClass() == action.tableClass()) {
      return Flow.of(Attempt.DONE);
    }
    if (context.hasSent(action)) {
      return Flow.of(NOT_VISIBLE);
    }
    UpdateTableRequest request =
        UpdateTableRequest.builder()
            .tableName(action.tableName())
            .tableClass(action.tableClass())
            .build();
    return update(context, action, request)
        .recover(
            failure ->
                context.settings().isLocal()
                        && ErrorCode.isInvalid(failure)
                        && table.tableClassSummary() == null
                    ? unknownClass(context, action)
                    : rationed(failure));
  }

  private static Flow<Attempt> unknownClass(RunContext context, Reclass action) {
    context.noteLacking(action.tableName(), TableSetting.TABLE_CLASS);
    LedgerEntry entry = context.entry(action.tableName());
    return entry == null
        ? Flow.of(Attempt.DONE)
        : context
            .write(entry.lacking(Set.of(TableSetting.TABLE_CLASS)))
            .map(written -> Attempt.DONE);
  }

  private static Flow<Attempt> update(
      RunContext context, TableAction action, UpdateTableRequest request) {
    return TableCall.updateTable(request)
        .map(
            answer -> {
              context.sent(action);
              return NOT_VISIBLE;
            });
  }

  private static Flow<Attempt> settled(
      RunContext context,
      TableAction action,
      BiFunction<TableDescription, ObservedTable, Flow<Attempt>> change) {
    return Attempt.on(
        action,
        table -> {
          ObservedTable observed = ObservedTable.of(table, Ownership.OURS);
          if (!observed.settled()) {
            return Flow.of(context.hasSent(action) ? Attempt.DONE : Attempt.unsettled(table));
          }
          return context.requireOurs(table).then(Flow.defer(() -> change.apply(table, observed)));
        });
  }
}
