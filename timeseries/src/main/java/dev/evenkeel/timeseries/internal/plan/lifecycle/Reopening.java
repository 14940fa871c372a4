package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveOpening;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Reopen;
import java.time.Instant;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Lets items come to a table again whose archive has begun or is made, and gives that archive up:
 * first of all, and all of it in one transaction, lest a run that comes after a crash, when the
 * spec is again what it was, finish it or delete the table on its strength.
 */
final class Reopening {
  private final Workplace place;
  private final Reopen action;
  private final LedgerEntry entry;

  private Reopening(Workplace place, Reopen action, LedgerEntry entry) {
    this.place = place;
    this.action = action;
    this.entry = entry;
  }

  static Flow<Attempt> attempt(Workplace place, Reopen action) {
    LedgerEntry entry = place.entry(action.tableName());
    return Described.of(action.tableName())
        .then(
            described -> {
              TableDescription table = described.staying();
              return table == null || entry == null
                  ? Flow.of(new Attempt.Left("it is gone"))
                  : new Reopening(place, action, entry).of(table);
            });
  }

  private Flow<Attempt> of(TableDescription table) {
    return place
        .requireProven(table)
        .then(Flow.defer(() -> unarchived(table)))
        .then(done -> place.renew()) // a policy has no fence, and may be that of a later archive
        .then(done -> Freezing.lift(place, table))
        .then(done -> Now.ask())
        .then(now -> place.write(entry.reopened(isServing(now))))
        .map(written -> Attempt.DONE);
  }

  /** It is marked as frozen, by whatever version, until nothing keeps items out any more. */
  private Flow<LedgerEntry> unarchived(TableDescription table) {
    place.archives().remove(action.tableName());
    Catalog catalog = new Catalog(place.terms().controlTable(), place.spec().tableName());
    TransactWriteItem notes =
        ArchiveOpening.withoutNotes(
            place.terms().controlTable(), place.spec().tableName(), action.tableName());
    return catalog
        .find(action.tableName())
        .map(found -> found.filter(of -> of.isOf(table.tableId(), table.creationDateTime())))
        .map(found -> found.map(of -> List.of(notes, catalog.without(of))).orElse(List.of(notes)))
        .then(gone -> place.write(entry.unarchived().frozen(), gone));
  }

  /** Whether it is written to like any table, and not only by who is late. */
  private boolean isServing(Instant now) {
    return now.isBefore(place.spec().lastWrite(action.period()));
  }
}
