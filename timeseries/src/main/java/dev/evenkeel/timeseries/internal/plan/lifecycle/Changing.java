package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reclass;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Resize;
import dev.evenkeel.timeseries.spec.lifecycle.TableSetting;
import java.time.Instant;
import java.util.Set;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Changes capacity or class of a table, if it is settled and still differs when looked at once
 * more. That the change is told is waited for, so that the next run does not make it again; that it
 * has ended is not.
 */
final class Changing {
  private static final Attempt NOT_TOLD = new Attempt.Waits("the change is not told yet");

  private Changing() {}

  static Flow<Attempt> resize(Workplace place, Resize action) {
    return settled(
        place,
        action,
        (table, observed) -> Now.ask().then(now -> resized(place, action, observed, now)));
  }

  private static Flow<Attempt> resized(
      Workplace place, Resize action, ObservedTable table, Instant now) {
    Sizing sizing = sizing(place, action, table, now);
    if (!sizing.differs()) {
      return Flow.of(Attempt.DONE);
    }
    if (place.hasSent(action)) {
      return Flow.of(NOT_TOLD);
    }
    if (!sizing.mayBeNow()) {
      return Flow.of(new Attempt.Left("it may be lowered " + sizing.lowerableFrom()));
    }
    return update(place, action, sizing.request())
        .recover(failure -> sizing.takes() ? rationed(failure) : Flow.failed(failure));
  }

  /** Of a table that items may come to, somebody may have given it more since the plan was made. */
  private static Sizing sizing(Workplace place, Resize action, ObservedTable table, Instant now) {
    Targets planned = new Targets(action.capacity(), action.indexes(), null, action.reason());
    TimeSpan span = place.spec().tables().periodOf(action.tableName());
    Targets targets =
        span != null && now.isBefore(place.spec().lastWrite(span))
            ? planned.atLeast(table)
            : planned;
    return Sizing.of(table, targets.capacity(), targets.indexes(), now);
  }

  /**
   * DynamoDB rations changes that take something away, by the hour, the day or the month. What was
   * described may be of before the last of them: looked at again, it tells.
   */
  private static Flow<Attempt> rationed(Throwable failure) {
    return Refusals.isLimited(failure)
        ? Flow.of(new Attempt.Rationed(Refusals.text(failure)))
        : Flow.failed(failure);
  }

  static Flow<Attempt> reclass(Workplace place, Reclass action) {
    return settled(place, action, (table, observed) -> reclassed(place, action, table, observed));
  }

  private static Flow<Attempt> reclassed(
      Workplace place, Reclass action, TableDescription table, ObservedTable observed) {
    if (observed.tableClass() == action.tableClass()) {
      return Flow.of(Attempt.DONE);
    }
    if (place.hasSent(action)) {
      return Flow.of(NOT_TOLD);
    }
    UpdateTableRequest request =
        UpdateTableRequest.builder()
            .tableName(action.tableName())
            .tableClass(action.tableClass())
            .build();
    return update(place, action, request)
        .recover(
            failure ->
                place.terms().isLocal()
                        && Refusals.isInvalid(failure)
                        && table.tableClassSummary() == null
                    ? unknownClass(place, action)
                    : rationed(failure));
  }

  private static Flow<Attempt> unknownClass(Workplace place, Reclass action) {
    place.note(
        "table '%s' is without %s, which the engine does not know"
            .formatted(action.tableName(), TableSetting.TABLE_CLASS.words()));
    LedgerEntry entry = place.entry(action.tableName());
    return entry == null
        ? Flow.of(Attempt.DONE)
        : place.write(entry.lacking(Set.of(TableSetting.TABLE_CLASS))).map(written -> Attempt.DONE);
  }

  private static Flow<Attempt> update(
      Workplace place, TableAction action, UpdateTableRequest request) {
    return TableCall.updateTable(request)
        .map(
            answer -> {
              place.sent(action);
              return NOT_TOLD;
            });
  }

  private static Flow<Attempt> settled(
      Workplace place,
      TableAction action,
      BiFunction<TableDescription, ObservedTable, Flow<Attempt>> change) {
    return Described.of(action.tableName())
        .then(described -> settled(place, action, described.table(), change));
  }

  private static Flow<Attempt> settled(
      Workplace place,
      TableAction action,
      @Nullable TableDescription table,
      BiFunction<TableDescription, ObservedTable, Flow<Attempt>> change) {
    if (table == null) {
      return Flow.of(new Attempt.Left("it is gone"));
    }
    ObservedTable observed = ObservedTable.of(table, Ownership.OURS);
    if (!observed.settled()) {
      return Flow.of(
          place.hasSent(action)
              ? Attempt.DONE
              : new Attempt.Waits("it is %s, or an index of it is".formatted(table.tableStatus())));
    }
    return place.requireOurs(table).then(Flow.defer(() -> change.apply(table, observed)));
  }
}
