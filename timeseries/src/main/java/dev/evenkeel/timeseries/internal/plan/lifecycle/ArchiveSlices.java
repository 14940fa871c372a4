package dev.evenkeel.timeseries.internal.plan.lifecycle;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.timeseries.internal.plan.archive.TableArchive;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.lifecycle.LedgerEntry;
import dev.evenkeel.timeseries.spec.lifecycle.TableAction.Archive;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Archives tables in slices. Between slices other actions run and the lease is renewed. */
public final class ArchiveSlices {
  /** A slice lasts a part of the lease's length. */
  private static final int SLICES_PER_LEASE = 4;

  private static final Flow<Attempt> SETTLING =
      Flow.of(Attempt.continued("it is frozen; a run two minutes later, or more, has it exported"));

  private static final Flow<Attempt> DENIED_LATELY =
      Flow.of(
          Attempt.settling(
              "writes to it are denied since a moment ago; it is verified two minutes after that"));

  private final RunContext context;
  private final Archive action;

  private ArchiveSlices(RunContext context, Archive action) {
    this.context = context;
    this.action = action;
  }

  /**
   * Removes the progress of a table's archive, or the record that it could not be verified or has
   * changed since; the next run begins a new archive.
   *
   * @param owner a name that no other run has
   * @return fails if the table is not there, of which no run begins an archive
   */
  public static Flow<Done> restart(
      TimeSeriesSpec spec, RunSettings settings, String owner, String tableName) {
    return RunContext.leased(
        spec,
        settings,
        owner,
        "restartArchive",
        tableName,
        context ->
            TableLookup.of(tableName)
                .then(
                    described ->
                        described.staying() == null
                            ? Flow.failed(gone(tableName))
                            : context.archiving().forget(tableName))
                .then(done -> DiscardArchive.unproven(context, tableName)));
  }

  private static RefusedOperationException gone(String tableName) {
    return new RefusedOperationException(
        "restartArchive",
        tableName,
        "there is no such table, or it is being deleted, so no run begins an archive of it",
        "Look at the name. What was archived of it stays");
  }

  static Flow<Attempt> attempt(RunContext context, Archive action) {
    return Attempt.on(action, new ArchiveSlices(context, action)::of);
  }

  private Flow<Attempt> of(TableDescription table) {
    return context
        .requireProven(table)
        .then(Now.ask())
        .then(
            now -> {
              TableArchive begun = context.archives().get(action.tableName());
              return begun == null ? opened(table) : slice(begun, now);
            });
  }

  /** Finishes an archive whose run died after the catalogue entry was written. */
  private Flow<Attempt> opened(TableDescription table) {
    return context
        .catalog()
        .find(action.tableName())
        .then(
            found ->
                found.isEmpty()
                    ? frozen(table)
                    : found.get().isOf(table.tableId(), table.creationDateTime())
                        ? concluded()
                        : Flow.failed(context.catalog().inTheWay(found.get())));
  }

  private Flow<Attempt> frozen(TableDescription table) {
    return marked()
        .then(marked -> FreezeTable.freeze(context, table))
        .then(
            frozen ->
                frozen.waitsFor() == null
                    ? Now.ask().then(after -> begun(table, frozen.isDenied(), after))
                    : Flow.of(Attempt.retry(frozen.waitsFor())));
  }

  /**
   * From now on every run knows that items which may come again are not in the archive. An archive
   * that an earlier version began before that is given up: later writes were not tracked.
   */
  private Flow<LedgerEntry> marked() {
    LedgerEntry entry = context.entryOrNew(action.tableName(), action.period());
    return entry.isFrozen()
        ? Flow.of(entry)
        : context.write(
            entry.frozen(), List.of(context.archiving().withoutNotes(action.tableName())));
  }

  private Flow<Attempt> begun(TableDescription table, boolean isDenied, Instant now) {
    return context
        .archiving()
        .open(action.period(), table, isDenied, now)
        .then(opened -> opened.isEmpty() ? SETTLING : begun(opened.get(), now));
  }

  private Flow<Attempt> begun(TableArchive archive, Instant now) {
    context.archives().put(action.tableName(), archive);
    return slice(archive, now);
  }

  private Flow<Attempt> slice(TableArchive archive, Instant now) {
    return archive
        .slice(until(Collections.min(List.of(now.plus(sliceLength()), context.end()))), now)
        .then(
            slice ->
                switch (slice) {
                  case READ -> verified(archive);
                  case SETTLES -> DENIED_LATELY;
                  case WAITS -> Flow.of(Attempt.continued(archive.standing()));
                  case GOES_ON -> inProgress(archive);
                });
  }

  private Duration sliceLength() {
    return context.settings().leaseLength().dividedBy(SLICES_PER_LEASE);
  }

  private static Supplier<Flow<Boolean>> until(Instant end) {
    return () -> Now.ask().map(later -> !later.isBefore(end));
  }

  /** Progress in memory is stored before the run ends. */
  private Flow<Attempt> inProgress(TableArchive archive) {
    return Now.ask()
        .then(
            now ->
                now.isBefore(context.end())
                    ? Flow.of(Attempt.inProgress(archive.standing()))
                    : flushed(archive));
  }

  /** May go beyond the end of the run, and keeps the lease meanwhile. */
  private Flow<Attempt> flushed(TableArchive archive) {
    return context
        .renew()
        .then(done -> Now.ask())
        .then(now -> archive.flush(until(now.plus(sliceLength()))))
        .then(isAll -> isAll ? Flow.of(Attempt.continued(archive.standing())) : flushed(archive));
  }

  private Flow<Attempt> verified(TableArchive archive) {
    return context
        .renew()
        .then(Now.ask())
        .then(archive::verified)
        .then(context.archiving()::record)
        .then(done -> concluded());
  }

  /**
   * The last step, when the archive is in the catalogue, which is the proof for a delete. The
   * ledger comes last, for no later run resumes the archive after that.
   */
  private Flow<Attempt> concluded() {
    LedgerEntry entry = context.entryOrNew(action.tableName(), action.period());
    return context
        .archiving()
        .forget(action.tableName())
        .then(done -> context.write(entry.archived()))
        .map(
            written -> {
              TableArchive unused = context.archives().remove(action.tableName());
              return Attempt.DONE;
            });
  }
}
