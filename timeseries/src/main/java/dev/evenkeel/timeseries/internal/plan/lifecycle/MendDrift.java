package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.spec.TableTemplate;
import dev.evenkeel.timeseries.spec.internal.lifecycle.PointInTimeRecovery;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.internal.lifecycle.TableTags;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan.Drift;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.TableSetting;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Mend;
import java.util.List;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * Mends the drift of a table, one setting after another, since a change makes a table UPDATING. It
 * is done when DynamoDB reports the template's settings, so that no later survey finds the drift
 * again.
 */
record MendDrift(RunContext context, Mend action) {

  static Flow<Attempt> attempt(RunContext context, Mend action) {
    return Attempt.on(action, new MendDrift(context, action)::of);
  }

  private Flow<Attempt> of(TableDescription table) {
    if (!ObservedTable.of(table, Ownership.OURS).settled()) {
      return Flow.of(Attempt.unsettled(table));
    }
    return context
        .requireOurs(table)
        .then(
            Flow.defer(
                () -> TableState.of(context.spec(), table, context.entry(action.tableName()))))
        .then(
            state ->
                next(
                    state,
                    DriftDetection.of(state).stream()
                        .filter(Drift::isMendable)
                        .filter(drift -> action.settings().contains(drift.setting()))
                        .toList()));
  }

  private Flow<Attempt> next(TableState state, List<Drift> drifts) {
    for (Drift drift : drifts) {
      Mend one = new Mend(action.tableName(), Set.of(drift.setting()), "");
      if (!context.hasSent(one)) {
        return sent(state, drift.setting())
            .<Attempt>map(
                done -> {
                  context.sent(one);
                  return Attempt.retry(drift.setting().words() + ": the change is under way");
                })
            .recover(
                // AWS takes a change of expiry once an hour, and has no error code of its own for
                // it.
                failure ->
                    drift.setting() == TableSetting.TIME_TO_LIVE && ErrorCode.isInvalid(failure),
                failure ->
                    Flow.of(
                        Attempt.deferred(
                            "time to live cannot be switched on yet, for it may be changed once an hour: "
                                + Refusals.text(failure))));
      }
    }
    return drifts.isEmpty() ? announced() : Flow.of(Attempt.retry("the change is not visible yet"));
  }

  /** A table with a new stream is announced to the hooks again, as a new table is. */
  private Flow<Attempt> announced() {
    LedgerEntry entry = context.entry(action.tableName());
    return entry != null && action.settings().contains(TableSetting.STREAMS)
        ? context.write(entry.reopened(true)).map(written -> Attempt.DONE)
        : Flow.of(Attempt.DONE);
  }

  private Flow<?> sent(TableState state, TableSetting setting) {
    TableDescription table = state.table();
    TableTemplate template = state.spec().template();
    return switch (setting) {
      case TAGS -> TableTags.put(table, state.missingTags());
      case TIME_TO_LIVE ->
          SettingUpdates.expire(
              table.tableName(), requireNonNull(template.timeToLiveAttribute()), true);
      case POINT_IN_TIME_RECOVERY -> PointInTimeRecovery.switchOn(table.tableName());
      case STREAMS ->
          TableCall.updateTable(
              UpdateTableRequest.builder()
                  .tableName(table.tableName())
                  .streamSpecification(template.request().streamSpecification())
                  .build());
      case DELETION_PROTECTION -> SettingUpdates.protect(table.tableName(), true);
      case TABLE_CLASS, WARM_THROUGHPUT, ENCRYPTION, INDEXES ->
          throw new IllegalStateException(setting + " is not mended");
    };
  }
}
