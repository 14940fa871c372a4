package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.value.ErrorCode;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.HookCall;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.HookCall.Kind;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Forget;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/** Retires tables, deletes them, and removes their ledger entries. */
final class RetireAndDelete {
  private RetireAndDelete() {}

  /** Hooks come first: a repeated call is harmless, a missing one is not. */
  static Flow<Attempt> retire(RunContext context, Retire action) {
    return Attempt.on(
        action,
        table ->
            context
                .requireOurs(table)
                .then(HookCall.of(Kind.RETIRING, context.event(table, action.period())))
                .then(done -> retired(context, action)));
  }

  private static Flow<Attempt> retired(RunContext context, Retire action) {
    LedgerEntry entry = context.entryOrNew(action.tableName(), action.period());
    return context.write(entry.in(State.RETIRED)).map(written -> Attempt.DONE);
  }

  /**
   * The one step that cannot be undone. All conditions are checked again, in this order: this run
   * still has the lease; the table exists; it is the table in the ledger; its ownership is proven;
   * its archive, if it needs one, is unchanged since it was verified; no items that need its rows
   * are there; no other run has overtaken this one. Then deletion protection is taken off, if the
   * template put it on, and all conditions are checked once more; then the table is deleted.
   */
  static Flow<Attempt> delete(RunContext context, Delete action) {
    return context
        .renew()
        .then(TableLookup.of(action.tableName()))
        .then(described -> deleting(context, action, described.table()));
  }

  private static Flow<Attempt> deleting(
      RunContext context, Delete action, @Nullable TableDescription table) {
    if (table == null) {
      return Flow.of(Attempt.DONE);
    }
    if (table.tableStatus() == TableStatus.DELETING) {
      return noted(context, action).map(done -> Attempt.DONE);
    }
    return context
        .requireProven(table)
        .then(Flow.defer(() -> ArchiveProof.require(context, table)))
        .then(
            Flow.defer(
                () ->
                    ItemsTable.obstacle(
                        context.spec(), table.tableName(), context.settings().controlTable())))
        .then(
            obstacle ->
                obstacle.isPresent()
                    ? Flow.of(Attempt.deferred(obstacle.get()))
                    : proven(context, action, table));
  }

  private static Flow<Attempt> proven(RunContext context, Delete action, TableDescription table) {
    return Flow.defer(
        () ->
            ObservedTable.of(table, Ownership.OURS).settled()
                ? written(context, action).then(done -> unprotected(context, table))
                : Flow.of(Attempt.unsettled(table)));
  }

  private static Flow<Done> noted(RunContext context, Delete action) {
    return context.entryOrNew(action.tableName(), action.period()).state() == State.DELETING
        ? Flow.done()
        : written(context, action);
  }

  /**
   * Writes the state DELETING, even if the ledger has it: the fence of the ledger keeps a run that
   * was overtaken while it looked at the archive from deleting what was reopened meanwhile.
   */
  private static Flow<Done> written(RunContext context, Delete action) {
    LedgerEntry entry = context.entryOrNew(action.tableName(), action.period());
    return context.write(entry.in(State.DELETING)).map(written -> Done.DONE);
  }

  private static Flow<Attempt> unprotected(RunContext context, TableDescription table) {
    if (!Boolean.TRUE.equals(table.deletionProtectionEnabled())) {
      return deleted(table.tableName());
    } else if (!Boolean.TRUE.equals(
        context.spec().template().request().deletionProtectionEnabled())) {
      return Flow.failed(LifecycleException.protectedTable(table.tableName()));
    }
    Attempt waits = Attempt.retry("its deletion protection is being taken off");
    return SettingUpdates.protect(table.tableName(), false)
        .map(answer -> waits)
        .recover(ErrorCode::isInvalid, failure -> Flow.of(waits));
  }

  private static Flow<Attempt> deleted(String name) {
    Attempt waits = Attempt.retry("its deletion is not visible yet");
    return TableCall.deleteTable(DeleteTableRequest.builder().tableName(name).build())
        .map(answer -> waits)
        .recover(Refusals::isNotFound, failure -> Flow.of(Attempt.DONE));
  }

  /** Forgets a deleted table, unless it exists after all. */
  static Flow<Attempt> forget(RunContext context, Forget action) {
    LedgerEntry entry = context.entry(action.tableName());
    if (entry == null) {
      return Flow.of(Attempt.DONE);
    }
    return TableLookup.of(action.tableName())
        .then(described -> described.table() == null ? context.forget(entry) : Flow.done())
        .map(done -> Attempt.DONE);
  }
}
