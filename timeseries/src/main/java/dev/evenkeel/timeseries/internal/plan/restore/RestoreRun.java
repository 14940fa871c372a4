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
import dev.evenkeel.timeseries.internal.plan.lifecycle.TableLookup;
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
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableStatus;

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
  private final RestoreLog log;
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
    this.log =
        new RestoreLog(settings.controlTable(), spec.tableName(), order.target(), held::lease);
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
    Header fresh = new Header(archive.exportId(), now);
    return log.read(fresh).then(progress -> parts(store, proven, progress)).then(this::of);
  }

  private Flow<RestoreParts> parts(ArchiveStore store, Proven proven, RestoreProgress progress) {
    return RestoreParts.of(spec, settings, order, log, store, proven, progress);
  }

  private Flow<RestoreReport> of(RestoreParts parts) {
    Header header = parts.progress().header();
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
  private Flow<RestoreReport> again(RestoreParts parts) {
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

  private Flow<RestoreReport> begun(RestoreParts parts) {
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
                        .then(done -> log.claim(parts.progress(), identified(parts, drawn)))
                        .then(done -> parts(parts.store(), parts.proven(), parts.progress()))
                        .then(this::inProgress));
  }

  private Header identified(RestoreParts parts, String drawn) {
    return parts.progress().header().identified(drawn, order.job());
  }

  /** What other workers have of it is theirs no more. Their writes were of the same items. */
  private Flow<Done> handedOver(RestoreParts parts) {
    return Objects.equals(parts.progress().header().job(), order.job())
        ? Flow.done()
        : parts.passes().forgotten();
  }

  private Flow<Done> forgotten(RestoreParts parts) {
    return parts
        .passes()
        .forgotten()
        .then(done -> log.claim(parts.progress(), parts.progress().header()))
        .then(done -> log.clear(parts.progress()));
  }

  /** A slice after the other, the lease being renewed in between. */
  private Flow<RestoreReport> inProgress(RestoreParts parts) {
    return Now.ask()
        .then(
            now -> {
              slices.begin(now);
              return slices.isEnding() && !parts.passes().isMidway()
                  ? Flow.of(report(parts, State.UNDER_WAY, parts.standing()))
                  : held.renewed().then(done -> step(parts));
            });
  }

  private Flow<RestoreReport> step(RestoreParts parts) {
    return parts.frozen().isAsked()
        ? retrieved(parts)
        : Now.ask()
            .then(now -> parts.frozen().ask(now, slices.isOver()))
            .then(done -> inProgress(parts));
  }

  /** Files are read when the last one can be. */
  private Flow<RestoreReport> retrieved(RestoreParts parts) {
    if (!parts.frozen().isReady()) {
      return Flow.of(report(parts, State.RETRIEVING, parts.frozen().detail()));
    }
    if (parts.progress().header().content() == null) {
      return checked(parts).then(done -> inProgress(parts));
    }
    boolean isNew = parts.progress().header().created() == null;
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
  private Flow<Done> checked(RestoreParts parts) {
    return parts
        .passes()
        .check(slices.isOver(), slices.isEnding())
        .then(read -> read.isEmpty() ? Flow.done() : compared(parts, read.get()));
  }

  private Flow<Done> compared(RestoreParts parts, ContentDigest actual) {
    boolean isSame =
        archive.digest() == null
            ? actual.itemCount() == archive.items()
            : actual.equals(ContentDigest.parse(archive.digest()));
    return isSame
        ? log.claim(parts.progress(), parts.progress().header().checked(actual))
        : Flow.failed(mismatch("its files hold other items than were archived"));
  }

  private ArchiveException mismatch(String difference) {
    return ArchiveException.mismatch(order.target(), archive.exportId(), difference);
  }

  private Flow<RestoreReport> written(RestoreParts parts, TableDescription table) {
    return parts
        .passes()
        .write(table, slices.isOver(), slices.isEnding())
        .then(isWritten -> isWritten ? verified(parts, table) : inProgress(parts));
  }

  private Flow<RestoreReport> verified(RestoreParts parts, TableDescription table) {
    return parts
        .passes()
        .verify(table, slices.isOver())
        .then(read -> read.isEmpty() ? inProgress(parts) : ended(parts, read.get()));
  }

  private Flow<RestoreReport> ended(RestoreParts parts, ContentDigest actual) {
    ContentDigest archived = requireNonNull(parts.progress().header().content());
    if (!actual.equals(archived)) {
      return Flow.failed(
          mismatch(
              "%d items were written, %d were read to verify"
                  .formatted(archived.itemCount(), actual.itemCount())));
    }
    Instant created = requireNonNull(parts.progress().header().created());
    return log.record(catalog, archive, order.target(), created)
        .then(isKnown -> parts.passes().forgotten().map(done -> isKnown))
        .then(isKnown -> log.clear(parts.progress()).map(done -> isKnown))
        .then(
            isKnown ->
                isKnown
                    ? Flow.of(report(parts, State.DONE, ""))
                    : Flow.failed(stale.givenUpMeanwhile(archive.exportId())));
  }

  private RestoreReport report(RestoreParts parts, State state, String detail) {
    long items = state == State.DONE ? archive.items() : parts.passes().written();
    return new RestoreReport(order.target(), state, items, archive.items(), detail);
  }
}
