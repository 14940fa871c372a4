package dev.evenkeel.timeseries.internal.plan.restore;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Pause;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveStore;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveVerification.Proven;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.format.ContentDigest;
import dev.evenkeel.timeseries.internal.plan.ledger.HeldLease;
import dev.evenkeel.timeseries.internal.plan.lifecycle.LifecycleRequest.Now;
import dev.evenkeel.timeseries.internal.plan.lifecycle.RunSettings;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.archive.RestoreReport.State;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * One call's part of a restore. Everything is verified before anything is created: manifest,
 * listing, and every byte of every file, after S3 has restored archived ones. Then the table is
 * created, written and verified by a scan.
 */
final class RestoreRun {
  private static final Duration FIRST_POLL = Duration.ofMillis(200);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(5);

  private final TimeSeriesSpec spec;
  private final RunSettings settings;
  private final RestoreOrder order;
  private final Catalog catalog;
  private ArchivedTable archive;
  private final StaleRestore stale;
  private final HeldLease held;
  private final RestoreSlices slices;
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
      HeldLease held,
      Instant end) {
    this.spec = spec;
    this.settings = settings;
    this.order = order;
    this.catalog = catalog;
    this.archive = archive;
    this.held = held;
    this.slices = new RestoreSlices(held, end);
    this.stale = new StaleRestore(order, catalog);
  }

  /**
   * What the steps of one call share: the archive as it was proven, the progress, and those who do
   * the passes by the header as it was when these parts were made.
   */
  private record Parts(
      ArchiveStore store,
      Proven proven,
      RestoreProgress progress,
      RestorePasses passes,
      TargetTable target,
      GlacierFiles frozen) {

    Header header() {
      return progress.header();
    }

    /** Why a call ends before the restore does. */
    String standing() {
      String who = passes.standing();
      return who.isEmpty() ? "the budget is spent" : "the budget is spent; " + who;
    }
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
        .then(
            proven ->
                Now.ask()
                    .then(now -> progress(now).read())
                    .then(progress -> parts(store, proven, progress)))
        .then(this::of);
  }

  private RestoreProgress progress(Instant now) {
    Header fresh = new Header(archive.exportId(), now);
    return new RestoreProgress(
        settings.controlTable(), spec.tableName(), order.target(), held::lease, fresh);
  }

  private Flow<Parts> parts(ArchiveStore store, Proven proven, RestoreProgress progress) {
    RestorePasses passes = passes(store, proven, progress);
    TargetTable target = new TargetTable(spec, order, settings.isLocal(), progress);
    return passes
        .unread()
        .map(keys -> keys.stream().filter(proven.frozen()::contains).toList())
        .map(keys -> new GlacierFiles(store, order, keys))
        .map(frozen -> new Parts(store, proven, progress, passes, target, frozen));
  }

  private RestorePasses passes(ArchiveStore store, Proven proven, RestoreProgress progress) {
    if (progress.header().job() != null) {
      return new SharedPasses(spec, settings.controlTable(), order, proven, progress);
    }
    TemplateFit fit = new TemplateFit(order, spec.template().request());
    return new OwnPasses(order, settings.nanos(), store, proven, progress, fit);
  }

  private Flow<RestoreReport> of(Parts parts) {
    Header header = parts.header();
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
        .then(done -> stale.isThere(archive))
        .then(
            isThere ->
                isThere
                    ? Flow.of(report(parts, State.DONE, "it was restored before"))
                    : catalog.notRestored(archive).then(done -> Flow.defer(this::anew)));
  }

  private Flow<RestoreReport> begun(Parts parts) {
    String drawn = RestoreTag.drawnId(held.lease(), order.target());
    return parts
        .target()
        .requireOurs()
        .then(found -> Now.ask().map(now -> parts.target().isDropped(found, now)))
        .then(
            isDropped ->
                isDropped
                    ? forgotten(parts).then(Flow.defer(this::whole))
                    : handedOver(parts)
                        .then(
                            done ->
                                parts
                                    .progress()
                                    .claim(parts.header().identified(drawn, order.job())))
                        .then(done -> parts(parts.store(), parts.proven(), parts.progress()))
                        .then(this::inProgress));
  }

  /** What other workers have of it is theirs no more. Their writes were of the same items. */
  private Flow<Done> handedOver(Parts parts) {
    return Objects.equals(parts.header().job(), order.job())
        ? Flow.done()
        : parts.passes().forgotten();
  }

  private Flow<Done> forgotten(Parts parts) {
    return parts
        .passes()
        .forgotten()
        .then(done -> parts.progress().claim(parts.header()))
        .then(done -> parts.progress().clear());
  }

  /** A slice after the other, the lease being renewed in between. */
  private Flow<RestoreReport> inProgress(Parts parts) {
    return Now.ask()
        .then(
            now -> {
              slices.begin(now);
              return slices.isEnding() && !parts.passes().isMidway()
                  ? Flow.of(report(parts, State.UNDER_WAY, parts.standing()))
                  : held.renewed().then(done -> step(parts));
            });
  }

  private Flow<RestoreReport> step(Parts parts) {
    return parts.frozen().isAsked()
        ? retrieved(parts)
        : Now.ask()
            .then(now -> parts.frozen().ask(now, slices.isOver()))
            .then(done -> inProgress(parts));
  }

  /** Files are read when the last one can be. */
  private Flow<RestoreReport> retrieved(Parts parts) {
    if (!parts.frozen().isReady()) {
      return Flow.of(report(parts, State.RETRIEVING, parts.frozen().detail()));
    }
    if (parts.header().content() == null) {
      return checked(parts).then(done -> inProgress(parts));
    }
    boolean isNew = parts.header().created() == null;
    return (isNew ? catalog.notRestoredTo(order.target()) : Flow.done())
        .then(done -> parts.target().step())
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
        .passes()
        .check(slices.isOver(), slices.isEnding())
        .then(read -> read.isEmpty() ? Flow.done() : compared(parts, read.get()));
  }

  private Flow<Done> compared(Parts parts, ContentDigest actual) {
    boolean isSame =
        archive.digest() == null
            ? actual.itemCount() == archive.items()
            : actual.equals(ContentDigest.parse(archive.digest()));
    return isSame
        ? parts.progress().claim(parts.header().checked(actual))
        : Flow.failed(mismatch("its files hold other items than were archived"));
  }

  private ArchiveException mismatch(String difference) {
    return ArchiveException.mismatch(order.target(), archive.exportId(), difference);
  }

  private Flow<RestoreReport> written(Parts parts, TableDescription table) {
    return parts
        .passes()
        .write(table, slices.isOver(), slices.isEnding())
        .then(isWritten -> isWritten ? verified(parts, table) : inProgress(parts));
  }

  private Flow<RestoreReport> verified(Parts parts, TableDescription table) {
    return parts
        .passes()
        .verify(table, slices.isOver())
        .then(read -> read.isEmpty() ? inProgress(parts) : ended(parts, read.get()));
  }

  private Flow<RestoreReport> ended(Parts parts, ContentDigest actual) {
    ContentDigest archived = requireNonNull(parts.header().content());
    if (!actual.equals(archived)) {
      return Flow.failed(
          mismatch(
              "%d items were written, %d were read to verify"
                  .formatted(archived.itemCount(), actual.itemCount())));
    }
    Instant created = requireNonNull(parts.header().created());
    return catalog
        .restored(archive, order.target(), created, parts.progress().notes())
        .then(isKnown -> parts.passes().forgotten().map(done -> isKnown))
        .then(isKnown -> parts.progress().clear().map(done -> isKnown))
        .then(
            isKnown ->
                isKnown
                    ? Flow.of(report(parts, State.DONE, ""))
                    : Flow.failed(stale.givenUpMeanwhile(archive.exportId())));
  }

  private RestoreReport report(Parts parts, State state, String detail) {
    long items = state == State.DONE ? archive.items() : parts.passes().written();
    return new RestoreReport(order.target(), state, items, archive.items(), detail);
  }
}
