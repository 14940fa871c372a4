package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.RefusedOperationException;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.spec.BucketSpec;
import dev.evenkeel.timeseries.internal.plan.archive.ExportStart.Answer;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.ArchivePolicy.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveException;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleException.Reason;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Begins the archive of a table, or takes over one that was begun.
 *
 * @param controlTable where it is noted
 * @param nanos a monotonic time
 * @param lease that is held now
 * @param mayExport whether an export would hold the items that a scan does
 * @param notes takes what people are to know
 * @param job under which workers are to share the scans of archives that begin; null for none
 */
public record ArchiveStart(
    TimeSeriesSpec spec,
    String controlTable,
    LongSupplier nanos,
    Supplier<Lease> lease,
    boolean mayExport,
    Consumer<String> notes,
    @Nullable String job) {

  /**
   * Claims the archive for this run: earlier runs can no longer write to its record.
   *
   * @param isDenied whether a policy denies writes to everybody
   * @param now when, for a new one
   * @return nothing while an export could still miss the last writes; fails with {@link
   *     ArchiveException} if an earlier run found that it cannot be verified, and with {@link
   *     ArchiveException} if there is no export
   */
  public Flow<Optional<TableArchive>> open(
      TimeSpan span, TableDescription table, boolean isDenied, Instant now) {
    return progress(table.tableName())
        .map(progress -> new ArchiveRecord(spec, span, table, progress))
        .then(archive -> mine(archive, now))
        .then(archive -> isDenied ? frozen(archive, now) : Flow.of(archive))
        .then(
            archive ->
                archive.header().method() == ArchiveMethod.SCAN
                    ? Flow.of(Optional.of(scan(archive)))
                    : exported(archive, now));
  }

  /** Removes the record of a table's archive; its files stay. */
  public Flow<Done> forget(String tableName) {
    return progress(tableName)
        .then(progress -> dismissed(tableName, progress).then(done -> progress.clear()));
  }

  /**
   * Has the workers end that are at a table's archive, before its record is removed: nothing tells
   * of them then. What a newer version has recorded is left as it is.
   */
  public Flow<Done> dismiss(String tableName) {
    return progress(tableName)
        .then(progress -> dismissed(tableName, progress))
        .recover(
            failure -> LifecycleException.is(failure, Reason.NEWER_LEDGER), failure -> Flow.done());
  }

  private Flow<Done> dismissed(String tableName, Progress progress) {
    Header header = progress.header();
    return header == null || header.job() == null
        ? Flow.done()
        : SharedScans.of(tableName, header)
            .forgotten(SharedPass.of(controlTable, header.job()), spec.archive());
  }

  /** Writes an archive that was just verified into the catalogue, if it is still this run's. */
  public Flow<Done> record(ArchivedTable archive) {
    return new Catalog(controlTable, spec.tableName()).put(archive, notes(archive.tableName()));
  }

  /**
   * Abandons an archive in progress, as part of a transaction: records without a header are void.
   */
  public TransactWriteItem withoutNotes(String tableName) {
    return notes(tableName).withoutHeader();
  }

  private Flow<Progress> progress(String tableName) {
    return new Progress(notes(tableName)).read();
  }

  private FencedWrites notes(String tableName) {
    return new FencedWrites(
        controlTable,
        ProgressFormat.partition(spec.tableName(), tableName),
        ProgressFormat.HEADER,
        lease);
  }

  private ArchivePolicy policy() {
    return requireNonNull(spec.archive());
  }

  /** An archive that began while the current spec still allowed writes may lack items. */
  private Flow<ArchiveRecord> mine(ArchiveRecord archive, Instant now) {
    TableDescription table = archive.table();
    Header header = archive.progress().header();
    if (header == null
        || !header.isOf(table.tableId(), table.creationDateTime())
        || !admits(header.method())
        || WriteDeadline.isAfter(spec, archive.span(), header.began())) {
      return choice(table)
          .then(
              method ->
                  dismissed(table.tableName(), archive.progress())
                      .then(done -> archive.anew(begun(table, now, method))));
    }
    return header.failure() == null
        ? here(archive)
        : Flow.failed(failure(table.tableName(), header, header.failure()));
  }

  /** Files must not be in two places. As long as there is none, the place may be mended. */
  private Flow<ArchiveRecord> here(ArchiveRecord archive) {
    Header header = archive.header();
    if (header.place() == null || header.place().equals(place())) {
      return claimed(archive, header);
    }
    NativeExport export = header.export();
    boolean hasFiles =
        header.job() != null
            || !archive.progress().files().isEmpty()
            || (export != null && export.arn() != null);
    return hasFiles
        ? Flow.failed(elsewhere(archive.table().tableName(), header.place()))
        : claimed(archive, header.at(place()));
  }

  private RuntimeException elsewhere(String tableName, String place) {
    return new RefusedOperationException(
        "archive",
        tableName,
        "its archive is under way in %s, and the spec says that archives are in %s"
            .formatted(place, place()),
        "No file was written. Set bucket and prefix of the spec's archive back until the table is deleted; or give it up, so that the next run begins anew in the other place ('evenkeel tables archive --restart', or restartArchive(tableName)). What is in the first place stays there: delete it when the table is archived in the other");
  }

  private String place() {
    return place(policy());
  }

  /** Where archives are by a policy, as headers have it. */
  static String place(ArchivePolicy policy) {
    BucketSpec bucket = policy.bucket();
    return "s3://%s/%s".formatted(bucket.bucket(), bucket.prefix());
  }

  private boolean admits(ArchiveMethod method) {
    return MethodChoice.admits(policy(), method) && (mayExport || method == ArchiveMethod.SCAN);
  }

  private Flow<ArchiveMethod> choice(TableDescription table) {
    return mayExport ? MethodChoice.of(policy(), table, notes) : Flow.of(ArchiveMethod.SCAN);
  }

  private RuntimeException failure(String tableName, Header header, String failure) {
    NativeExport export = header.export();
    return export != null && export.failures() >= ExportFailure.EXPORTS_MAX
        ? ExportFailure.givenUp(tableName, policy(), failure)
        : ArchiveException.mismatch(tableName, header.exportId(), failure);
  }

  private static Flow<ArchiveRecord> claimed(ArchiveRecord archive, Header header) {
    return archive.progress().claim(header).map(done -> archive);
  }

  /** Recorded once: earlier writes may be missed by reads for some time. */
  private static Flow<ArchiveRecord> frozen(ArchiveRecord archive, Instant now) {
    return archive.header().frozen() == null
        ? claimed(archive, archive.header().frozen(now))
        : Flow.of(archive);
  }

  private TableArchive scan(ArchiveRecord archive) {
    String shared = archive.header().job();
    return shared == null
        ? new ScanArchive(archive, nanos)
        : new SharedScanArchive(
            archive,
            SharedPass.of(controlTable, shared)
                .unitsPerSecond(ScanPace.of(policy(), archive.table()).unitsPerSecond()));
  }

  private Flow<Optional<TableArchive>> exported(ArchiveRecord archive, Instant now) {
    return new ExportStart(archive, notes)
        .ask(now)
        .then(
            answer -> {
              if (answer == Answer.TOO_EARLY) {
                return Flow.of(Optional.empty());
              } else if (answer == Answer.IMPOSSIBLE) {
                return archive
                    .anew(begun(archive.table(), now, ArchiveMethod.SCAN))
                    .map(anew -> Optional.of(scan(anew)));
              }
              return Flow.of(Optional.of(new ExportArchive(archive, nanos)));
            });
  }

  /** Under an id that no other archive has. */
  private Header begun(TableDescription table, Instant now, ArchiveMethod method) {
    String id = NativeExport.drawn(lease.get(), table.tableName(), now, 0);
    return new Header(
        id,
        table.tableId(),
        table.creationDateTime(),
        method,
        ScanPace.segments(policy(), table),
        now,
        null,
        method == ArchiveMethod.EXPORT ? NativeExport.begun(id) : null,
        null,
        null,
        method == ArchiveMethod.SCAN ? job : null,
        place());
  }
}
