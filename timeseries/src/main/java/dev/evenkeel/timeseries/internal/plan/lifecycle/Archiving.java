package dev.evenkeel.timeseries.internal.plan.lifecycle;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.explain.TimeText;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.lease.Acquisition.Held;
import dev.evenkeel.core.lease.Leases;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveOpening;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveProof;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.Closing;
import dev.evenkeel.timeseries.internal.plan.archive.TableArchive;
import dev.evenkeel.timeseries.internal.plan.ledger.Ledger;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveMismatchException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.ForeignTableException;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Archives tables, in slices, between which other actions of the run have their turn and the lease
 * is renewed.
 */
public final class Archiving {
  /** A slice lasts a part of the lease's length. */
  private static final int SLICES_PER_LEASE = 4;

  private static final Flow<Attempt> SETTLING =
      Flow.of(
          new Attempt.GoesOn("it is frozen; a run two minutes later, or more, has it exported"));

  private static final Flow<Attempt> DENIED_LATELY =
      Flow.of(
          new Attempt.Settles(
              "writes to it are denied since a moment ago; it is verified two minutes after that"));

  private final Workplace place;
  private final Archive action;

  private Archiving(Workplace place, Archive action) {
    this.place = place;
    this.action = action;
  }

  /**
   * Forgets how far the archive of a table is, and that it could not be verified, or that it was
   * and is not there any more as it was; the next run begins a new one.
   *
   * @param owner a name that no other run has
   */
  public static Flow<Done> anew(TimeSeriesSpec spec, Terms terms, String owner, String tableName) {
    Ledger ledger = new Ledger(terms.controlTable(), spec.tableName());
    return Leases.acquire(ledger.lease(), owner, terms.leaseLength())
        .then(
            acquired ->
                acquired instanceof Held held
                    ? new Workplace(spec, terms, held.lease(), Instant.MAX)
                        .under(
                            place ->
                                opening(place)
                                    .forget(tableName)
                                    .then(done -> GivingUp.unproven(place, tableName)))
                    : Flow.failed(
                        new RefusedOperationException(
                            "archiveAnew",
                            tableName,
                            "another run is at work",
                            "Try again when it has ended")));
  }

  static Flow<Attempt> attempt(Workplace place, Archive action) {
    return Described.of(action.tableName())
        .then(
            described ->
                described.table() == null
                    ? Flow.of(new Attempt.Left("it is gone"))
                    : new Archiving(place, action).of(described.table()));
  }

  private Flow<Attempt> of(TableDescription table) {
    return place
        .requireProven(table)
        .then(Now.ask())
        .then(
            now -> {
              TableArchive begun = place.archives().get(action.tableName());
              return begun == null ? opened(table) : slice(begun, now);
            });
  }

  /** A run that died after its archive was in the catalogue left the rest of it to be done. */
  private Flow<Attempt> opened(TableDescription table) {
    return catalog()
        .find(action.tableName())
        .then(
            found ->
                found.isEmpty()
                    ? frozen(table)
                    : found.get().isOf(table.tableId(), table.creationDateTime())
                        ? concluded()
                        : Flow.failed(catalog().inTheWay(found.get())));
  }

  private Flow<Attempt> frozen(TableDescription table) {
    return marked()
        .then(marked -> Freezing.freeze(place, table))
        .then(
            frozen ->
                frozen.waitsFor() == null
                    ? Now.ask().then(after -> begun(table, frozen.isDenied(), after))
                    : Flow.of(new Attempt.Waits(frozen.waitsFor())));
  }

  /**
   * From now on every run knows that items which may come again are not in the archive. One that
   * was begun before that, by an earlier version, is given up: nobody watched what came meanwhile.
   */
  private Flow<LedgerEntry> marked() {
    LedgerEntry entry = place.entryOrNew(action.tableName(), action.period());
    return entry.isFrozen()
        ? Flow.of(entry)
        : place.write(
            entry.frozen(),
            List.of(
                ArchiveOpening.withoutNotes(
                    place.terms().controlTable(), place.spec().tableName(), action.tableName())));
  }

  private Flow<Attempt> begun(TableDescription table, boolean isDenied, Instant now) {
    return opening(place)
        .open(action.period(), table, isDenied, now)
        .then(opened -> opened.isEmpty() ? SETTLING : begun(opened.get(), now));
  }

  private Flow<Attempt> begun(TableArchive archive, Instant now) {
    place.archives().put(action.tableName(), archive);
    return slice(archive, now);
  }

  private static ArchiveOpening opening(Workplace place) {
    return new ArchiveOpening(
        place.spec(),
        place.terms().controlTable(),
        place.terms().nanos(),
        place::lease,
        place.terms().mayExport(),
        place::note);
  }

  private Flow<Attempt> slice(TableArchive archive, Instant now) {
    return archive
        .slice(until(earlier(now.plus(sliceLength()), place.end())), now)
        .then(
            slice ->
                switch (slice) {
                  case READ -> verified(archive);
                  case SETTLES -> DENIED_LATELY;
                  case WAITS -> Flow.of(new Attempt.GoesOn(archive.standing()));
                  case GOES_ON -> sliced(archive);
                });
  }

  private Duration sliceLength() {
    return place.terms().leaseLength().dividedBy(SLICES_PER_LEASE);
  }

  private static Supplier<Flow<Boolean>> until(Instant end) {
    return () -> Now.ask().map(later -> !later.isBefore(end));
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }

  /** What is in memory only is stored before the run ends. */
  private Flow<Attempt> sliced(TableArchive archive) {
    return Now.ask()
        .then(
            now ->
                now.isBefore(place.end())
                    ? Flow.of(new Attempt.Sliced(archive.standing()))
                    : flushed(archive));
  }

  /** May go beyond the end of the run, and keeps the lease meanwhile. */
  private Flow<Attempt> flushed(TableArchive archive) {
    return place
        .renew()
        .then(done -> Now.ask())
        .then(now -> archive.flush(until(now.plus(sliceLength()))))
        .then(isAll -> isAll ? Flow.of(new Attempt.GoesOn(archive.standing())) : flushed(archive));
  }

  private Flow<Attempt> verified(TableArchive archive) {
    return place
        .renew()
        .then(Now.ask())
        .then(archive::verified)
        .then(opening(place)::record)
        .then(done -> concluded());
  }

  /**
   * What is left when the archive is in the catalogue, which is what a delete is proven by: the
   * ledger last, for with it nobody looks here any more.
   */
  private Flow<Attempt> concluded() {
    LedgerEntry entry = place.entryOrNew(action.tableName(), action.period());
    return opening(place)
        .forget(action.tableName())
        .then(done -> place.write(entry.archived()))
        .map(
            written -> {
              TableArchive unused = place.archives().remove(action.tableName());
              return Attempt.DONE;
            });
  }

  private Catalog catalog() {
    return new Catalog(place.terms().controlTable(), place.spec().tableName());
  }

  /** Fails unless a table that may not go without an archive has one, of this very table. */
  static Flow<Done> requireKept(Workplace place, TableDescription table) {
    if (place.spec().retention().withoutArchive()) {
      return Flow.done();
    }
    return new Catalog(place.terms().controlTable(), place.spec().tableName())
        .find(table.tableName())
        .then(archive -> kept(place.spec(), table, archive.orElse(null)));
  }

  private static Flow<Done> kept(
      TimeSeriesSpec spec, TableDescription table, @Nullable ArchivedTable found) {
    if (found == null) {
      return Flow.failed(
          new RefusedOperationException(
              "delete",
              table.tableName(),
              "the ledger says that it is archived, and there is no archive of it in the catalogue",
              "It stays. Have it archived anew ('evenkeel tables archive-anew', or archiveAnew(tableName))"));
    }
    if (!found.isOf(table.tableId(), table.creationDateTime())) {
      return Flow.failed(
          new ForeignTableException(
              table.tableName(), "it is not the table that its archive was made of"));
    }
    return requireProof(spec, table, found);
  }

  /**
   * Fails unless an archive of a table holds all that could come into it, and is there as it was.
   */
  static Flow<Done> requireProof(TimeSeriesSpec spec, TableDescription table, ArchivedTable found) {
    TimeSpan span = requireNonNull(spec.tables().periodOf(table.tableName()));
    return Closing.isAfter(spec, span, found.verified())
        ? Flow.failed(
            new ArchiveMismatchException(
                table.tableName(),
                found.exportId(),
                "by the spec of now items may have come until %s, and it was verified at %s"
                    .formatted(Closing.last(spec, span), TimeText.of(found.verified()))))
        : ArchiveProof.require(requireNonNull(spec.archive()), found).map(files -> Done.DONE);
  }
}
