package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.timeseries.internal.plan.lifecycle.HookCall.Kind;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry.State;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ObservedTable.Ownership;
import dev.evenkeel.timeseries.spec.lifecycle.ProtectedTableException;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Delete;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Forget;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Retire;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/** Retires tables, deletes them, and forgets them. */
final class Ending {
  private Ending() {}

  /** Hooks first: what was told twice is no harm, what was never told is. */
  static Flow<Attempt> retire(Workplace place, Retire action) {
    return Described.of(action.tableName())
        .then(
            described -> {
              TableDescription table = described.table();
              return table == null
                  ? Flow.of(new Attempt.Left("it is gone"))
                  : place
                      .requireOurs(table)
                      .then(HookCall.tell(Kind.RETIRING, place.event(table, action.period())))
                      .then(done -> retired(place, action));
            });
  }

  private static Flow<Attempt> retired(Workplace place, Retire action) {
    LedgerEntry entry = place.entryOrNew(action.tableName(), action.period());
    return place.write(entry.in(State.RETIRED)).map(written -> Attempt.DONE);
  }

  /**
   * The one step that cannot be undone. Everything that speaks for it is looked at once more, in
   * this order: that this run still has the lease, that the table is there, that it is the table
   * that the ledger knows, that it is ours, that its archive, if it needs one, is what it was when
   * it was verified, that nobody has overtaken this run meanwhile; then deletion protection is
   * taken off, if it was the template that put it on, and all of that is looked at again; then the
   * table is deleted.
   */
  static Flow<Attempt> delete(Workplace place, Delete action) {
    return place
        .renew()
        .then(Described.of(action.tableName()))
        .then(described -> deleting(place, action, described.table()));
  }

  private static Flow<Attempt> deleting(
      Workplace place, Delete action, @Nullable TableDescription table) {
    if (table == null) {
      return Flow.of(Attempt.DONE);
    }
    if (table.tableStatus() == TableStatus.DELETING) {
      return noted(place, action).map(done -> Attempt.DONE);
    }
    return place
        .requireProven(table)
        .then(Flow.defer(() -> Archiving.requireKept(place, table)))
        .then(
            Flow.defer(
                () ->
                    ObservedTable.of(table, Ownership.OURS).settled()
                        ? written(place, action).then(done -> unprotected(place, table))
                        : Flow.of(
                            new Attempt.Waits(
                                "it is %s, or an index of it is".formatted(table.tableStatus())))));
  }

  private static Flow<Done> noted(Workplace place, Delete action) {
    return place.entryOrNew(action.tableName(), action.period()).state() == State.DELETING
        ? Flow.done()
        : written(place, action);
  }

  /**
   * Also if it says so already: the fence of the ledger keeps a run that was overtaken while it
   * looked at the archive from deleting what was reopened meanwhile.
   */
  private static Flow<Done> written(Workplace place, Delete action) {
    LedgerEntry entry = place.entryOrNew(action.tableName(), action.period());
    return place.write(entry.in(State.DELETING)).map(written -> Done.DONE);
  }

  private static Flow<Attempt> unprotected(Workplace place, TableDescription table) {
    if (!Boolean.TRUE.equals(table.deletionProtectionEnabled())) {
      return deleted(table.tableName());
    } else if (!Boolean.TRUE.equals(
        place.spec().template().request().deletionProtectionEnabled())) {
      return Flow.failed(new ProtectedTableException(table.tableName()));
    }
    UpdateTableRequest request =
        UpdateTableRequest.builder()
            .tableName(table.tableName())
            .deletionProtectionEnabled(false)
            .build();
    Attempt waits = new Attempt.Waits("its deletion protection is being taken off");
    return TableCall.updateTable(request)
        .map(answer -> waits)
        .recover(failure -> Refusals.isInvalid(failure) ? Flow.of(waits) : Flow.failed(failure));
  }

  private static Flow<Attempt> deleted(String name) {
    Attempt waits = new Attempt.Waits("that it is being deleted is not told yet");
    return TableCall.deleteTable(DeleteTableRequest.builder().tableName(name).build())
        .map(answer -> waits)
        .recover(
            failure -> Refusals.isNotFound(failure) ? Flow.of(Attempt.DONE) : Flow.failed(failure));
  }

  /** Unless the table is there after all. */
  static Flow<Attempt> forget(Workplace place, Forget action) {
    LedgerEntry entry = place.entry(action.tableName());
    if (entry == null) {
      return Flow.of(Attempt.DONE);
    }
    return Described.of(action.tableName())
        .then(described -> described.table() == null ? place.forget(entry) : Flow.done())
        .map(done -> Attempt.DONE);
  }
}
