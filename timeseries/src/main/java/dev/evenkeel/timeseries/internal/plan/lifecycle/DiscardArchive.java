package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.objects.spec.ObjectStoreException;
import dev.evenkeel.objects.spec.ObjectStoreException.Reason;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Gives up an archive that was verified and would not let its table be deleted any more, as long as
 * that table is there to make another of. Any other archive is left alone.
 */
record DiscardArchive(RunContext context, TableDescription table) {

  static Flow<Done> unproven(RunContext context, String tableName) {
    if (context.spec().archive() == null) {
      return Flow.done();
    }
    return context
        .readLedger()
        .then(done -> TableLookup.of(tableName))
        .then(
            described -> {
              TableDescription table = described.staying();
              return table == null ? Flow.done() : new DiscardArchive(context, table).ofTable();
            });
  }

  private Flow<Done> ofTable() {
    LedgerEntry entry = context.entry(table.tableName());
    return entry == null || !entry.isOf(table.tableId(), table.creationDateTime())
        ? Flow.done()
        : context.catalog().find(table.tableName()).then(found -> of(entry, found.orElse(null)));
  }

  private Flow<Done> of(LedgerEntry entry, @Nullable ArchivedTable archive) {
    if (archive == null || !archive.isOf(table.tableId(), table.creationDateTime())) {
      return unarchived(entry);
    }
    return ArchiveProof.requireWhole(context.spec(), table, archive)
        .recover(
            DiscardArchive::isUnproven,
            failure ->
                ArchiveStore.giveUp(context.spec().archive(), archive)
                    .then(
                        marked ->
                            context.write(
                                entry.unarchived(), List.of(context.catalog().without(archive))))
                    .map(written -> Done.DONE));
  }

  private static boolean isUnproven(Throwable failure) {
    return ArchiveException.is(failure, ArchiveException.Reason.DAMAGED)
        || ArchiveException.is(failure, ArchiveException.Reason.MISMATCH)
        || ObjectStoreException.is(failure, Reason.OBJECT_MISSING);
  }

  private Flow<Done> unarchived(LedgerEntry entry) {
    return entry.isArchived()
        ? context.write(entry.unarchived()).map(written -> Done.DONE)
        : Flow.done();
  }
}
