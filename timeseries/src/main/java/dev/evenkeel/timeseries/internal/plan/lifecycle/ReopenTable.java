package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Reopens a table whose archive has begun or exists, and abandons that archive: before all else of
 * the table, and in one transaction, lest a run that comes after a crash, when the spec is again
 * what it was, finish it or delete the table on its strength. Workers that share it end before, as
 * nothing tells of them afterwards.
 */
record ReopenTable(RunContext context, Reopen action, LedgerEntry entry) {

  static Flow<Attempt> attempt(RunContext context, Reopen action) {
    LedgerEntry entry = context.entry(action.tableName());
    return TableLookup.of(action.tableName())
        .then(
            described -> {
              TableDescription table = described.staying();
              return table == null || entry == null
                  ? Flow.of(Attempt.GONE)
                  : new ReopenTable(context, action, entry).of(table);
            });
  }

  private Flow<Attempt> of(TableDescription table) {
    return context
        .requireProven(table)
        .then(done -> context.renew()) // rows of workers have no fence
        .then(done -> context.archiving().dismiss(action.tableName()))
        .then(Flow.defer(() -> unarchived(table)))
        .then(done -> context.renew()) // a policy has no fence, and may be that of a later archive
        .then(done -> FreezeTable.lift(context, table))
        .then(done -> Now.ask())
        .then(now -> context.write(entry.reopened(isServing(now))))
        .map(written -> Attempt.DONE);
  }

  /**
   * Removes the archive and its notes; the ledger keeps the mark as frozen until no policy keeps
   * items out any more.
   */
  private Flow<LedgerEntry> unarchived(TableDescription table) {
    context.archives().remove(action.tableName());
    return context
        .catalog()
        .find(action.tableName())
        .map(found -> found.filter(of -> of.isOf(table.tableId(), table.creationDateTime())))
        .then(found -> without(found.orElse(null)));
  }

  private Flow<LedgerEntry> without(@Nullable ArchivedTable archive) {
    LedgerEntry unarchived = entry.unarchived().frozen();
    TransactWriteItem notes = context.archiving().withoutNotes(action.tableName());
    return archive == null
        ? context.write(unarchived, List.of(notes))
        : ArchiveStore.giveUp(context.spec().archive(), archive)
            .then(
                marked ->
                    context.write(unarchived, List.of(notes, context.catalog().without(archive))));
  }

  /** Whether it is written to like any table, and not only by who is late. */
  private boolean isServing(Instant now) {
    return now.isBefore(context.spec().lastWrite(action.period()));
  }
}
