package dev.evenkeel.timeseries.internal.plan.restore;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.internal.lease.Leases;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.ScanVerifier;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.ledger.WriteConflicts;
import dev.evenkeel.timeseries.internal.plan.lifecycle.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.internal.plan.lifecycle.TableLookup;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import dev.evenkeel.timeseries.spec.internal.lifecycle.Refusals;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

/**
 * One call's part of a restore. Everything is verified before anything is created: manifest,
 * listing, and every byte of every file, after S3 has thawed frozen ones. Then the table is
 * created, written and verified by a scan.
 */
final class RestoreRun {
  private static final Duration FIRST_POLL = Duration.ofMillis(200);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(5);
  private static final int SLICES_PER_LEASE = 4;

  private final TimeSeriesSpec spec;
  private final RunSettings settings;
  private final RestoreOrder order;
  private final Catalog catalog;
  private ArchivedTable archive;
  private final Instant end;
  private final RestoreLog log;
  private final StaleRestore stale;
  private Lease lease;
  private Instant sliceEnd = Instant.MIN;
  private boolean isEnding;
  private int polls;

  /**
   * @param end when the budget is spent
   */
  RestoreRun(
      TimeSeriesSpec spec,
      RunSettings settings,
      RestoreOrder order,
      Catalog catalog,
      ArchivedTable archive,
      Lease lease,
      Instant end) {
    this.spec = spec;
    this.settings = settings;
    this.order = order;
    this.catalog = catalog;
    this.archive = archive;
    this.lease = lease;
    this.end = end;
    this.stale = new StaleRestore(order, catalog);
    this.log =
        new RestoreLog(settings.controlTable(), spec.tableName(), order.target(), () -> this.lease);
  }

  /** An unreleased lease delays others, and is no failure of the run. */
  Flow<Done> release() {
    return Leases.release(lease)
        .recover(failure -> Refusals.isReportable(failure) ? Flow.done() : Flow.failed(failure));
  }

  /** The restored table is gone; its records are removed. */
  private Flow<RestoreReport> anew() {
    archive = archive.restoredAs(null);
    return whole();
  }

  Flow<RestoreReport> whole() {
    ArchivePolicy policy = requireNonNull(spec.archive());
    ArchiveStore store = ArchiveStore.of(policy, archive.exportId());
    return ArchiveVerification.require(policy, archive)
        .then(proven -> Now.ask().then(now -> noted(store, proven, now)));
  }

  private Flow<RestoreReport> noted(ArchiveStore store, Proven proven, Instant now) {
    Header fresh = new Header(archive.exportId(), now, null, null, null, null);
    return log.read(fresh).then(progress -> of(new Parts(store, proven, progress)));
  }

  /** The shared state of the steps. */
  private final class Parts {
    private final RestoreProgress progress;
    private final FilePass files;
    private final TargetTable target;
    private final TargetTransfer work;
    private final GlacierFiles frozen;

    Parts(ArchiveStore store, Proven proven, RestoreProgress progress) {
      this.progress = progress;
      TemplateFit fit = new TemplateFit(order, spec.template().request());
      this.files = new FilePass(store, proven, log, progress, fit);
      this.target = new TargetTable(spec, order, settings.isLocal(), log, progress);
      List<String> unread = files.unwritten().stream().filter(proven.frozen()::contains).toList();
      this.work = new TargetTransfer(order, settings.nanos(), log, progress);
      this.frozen = new GlacierFiles(store, order, unread);
    }
  }

  private Flow<RestoreReport> of(Parts parts) {
    Header header = parts.progress.header();
    if (!header.exportId().equals(archive.exportId())) {
      return stale
          .resolve(header.exportId())
          .then(done -> forgotten(parts))
          .then(Flow.defer(this::whole));
    }
    return order.target().equals(archive.restoredAs()) ? again(parts) : begun(parts);
  }

  /**
   * Begins again after an earlier restore to the same table: its entry goes, and the table may
   * stay.
   */
  private Flow<RestoreReport> again(Parts parts) {
    return forgotten(parts)
        .then(done -> catalog.restoredCreated(archive))
        .then(
            created ->
                TableLookup.of(order.target())
                    .map(described -> isThere(described.table(), created.orElse(null))))
        .then(
            isThere ->
                isThere
                    ? Flow.of(report(parts, State.DONE, "it was restored before"))
                    : catalog.notRestored(archive).then(done -> Flow.defer(this::anew)));
  }

  /** Whether it is still the table that was restored, and not another of its name. */
  private static boolean isThere(@Nullable TableDescription table, @Nullable Instant created) {
    return table != null
        && table.tableStatus() != TableStatus.DELETING
        && (created == null || created.equals(table.creationDateTime()));
  }

  private Flow<RestoreReport> begun(Parts parts) {
    String drawn = RestoreTag.drawnId(lease, order.target());
    return parts
        .target
        .requireOurs()
        .then(found -> Now.ask().map(now -> parts.target.isDropped(found, now)))
        .then(
            isDropped ->
                isDropped
                    ? forgotten(parts).then(Flow.defer(this::whole))
                    : log.claim(parts.progress, parts.progress.header().identified(drawn))
                        .then(done -> inProgress(parts)));
  }

  private Flow<Done> forgotten(Parts parts) {
    return log.claim(parts.progress, parts.progress.header())
        .then(done -> log.clear(parts.progress));
  }

  /** A slice after the other, the lease being renewed in between. */
  private Flow<RestoreReport> inProgress(Parts parts) {
    return Now.ask()
        .then(
            now -> {
              isEnding = !now.isBefore(end);
              if (isEnding && !parts.files.isMidway()) {
                return Flow.of(report(parts, State.UNDER_WAY, "the budget is spent"));
              }
              Instant inProgress = now.plus(settings.leaseLength().dividedBy(SLICES_PER_LEASE));
              sliceEnd = isEnding || inProgress.isBefore(end) ? inProgress : end;
              return renew().then(done -> step(parts));
            });
  }

  private Flow<Done> renew() {
    return WriteConflicts.renewed(lease)
        .map(
            renewed -> {
              lease = renewed;
              return Done.DONE;
            });
  }

  private Supplier<Flow<Boolean>> isOver() {
    Instant until = sliceEnd;
    return () -> Now.ask().map(now -> !now.isBefore(until));
  }

  private Flow<RestoreReport> step(Parts parts) {
    return parts.frozen.isAsked()
        ? thawed(parts)
        : Now.ask().then(now -> parts.frozen.ask(now, isOver())).then(done -> inProgress(parts));
  }

  /** Files are read when the last one can be. */
  private Flow<RestoreReport> thawed(Parts parts) {
    if (!parts.frozen.isReady()) {
      return Flow.of(report(parts, State.THAWING, parts.frozen.detail()));
    }
    if (parts.progress.header().content() == null) {
      return checked(parts).then(done -> inProgress(parts));
    }
    boolean isNew = parts.progress.header().created() == null;
    return (isNew ? catalog.notRestoredTo(order.target()) : Flow.done())
        .then(done -> parts.target.step())
        .then(
            step ->
                step.table() == null
                    ? Flow.ask(Pause.doubling(FIRST_POLL, polls++, LONGEST_POLL))
                        .then(done -> inProgress(parts))
                    : written(parts, step.table()));
  }

  /** Before the table is made, all files must be what was archived. */
  private Flow<Done> checked(Parts parts) {
    return parts
        .files
        .check(isOver(), isEnding)
        .then(
            done -> {
              if (!parts.files.isChecked()) {
                return Flow.done();
              }
              ContentDigest actual = parts.progress.digest();
              boolean isSame =
                  archive.digest() == null
                      ? actual.itemCount() == archive.items()
                      : actual.equals(ContentDigest.parse(archive.digest()));
              return isSame
                  ? log.claim(parts.progress, parts.progress.header().checked(actual))
                  : Flow.failed(mismatch("its files hold other items than were archived"));
            });
  }

  private ArchiveException mismatch(String difference) {
    return ArchiveException.mismatch(order.target(), archive.exportId(), difference);
  }

  private Flow<RestoreReport> written(Parts parts, TableDescription table) {
    if (parts.files.isWritten()) {
      return verified(parts, table);
    }
    return parts
        .files
        .write(parts.work.puts(table), isOver(), isEnding)
        .then(done -> inProgress(parts));
  }

  private Flow<RestoreReport> verified(Parts parts, TableDescription table) {
    ScanVerifier scan = parts.work.checking(table);
    if (!scan.isOver()) {
      return scan.slice(isOver()).then(done -> inProgress(parts));
    }
    ContentDigest actual = parts.progress.checks().digest();
    ContentDigest archived = requireNonNull(parts.progress.header().content());
    if (!actual.equals(archived)) {
      return Flow.failed(
          mismatch(
              "%d items were written, %d were read to verify"
                  .formatted(archived.itemCount(), actual.itemCount())));
    }
    Instant created = requireNonNull(parts.progress.header().created());
    return log.record(catalog, archive, order.target(), created)
        .then(isKnown -> log.clear(parts.progress).map(done -> isKnown))
        .then(
            isKnown ->
                isKnown
                    ? Flow.of(report(parts, State.DONE, ""))
                    : Flow.failed(stale.givenUpMeanwhile(archive.exportId())));
  }

  private RestoreReport report(Parts parts, State state, String detail) {
    long items = state == State.DONE ? archive.items() : parts.progress.written();
    return new RestoreReport(order.target(), state, items, archive.items(), detail);
  }
}
