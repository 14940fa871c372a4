package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.flow.Done;
import dev.evenkeel.core.flow.Flow;
import dev.evenkeel.core.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.archive.format.ArchiveLayout;
import dev.evenkeel.timeseries.spec.ArchiveMethod;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.TimeSpan;
import dev.evenkeel.timeseries.spec.archive.ArchiveMismatchException;
import java.time.Instant;
import java.util.Objects;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/**
 * Begins the archive of a table, or takes over one that was begun.
 *
 * @param controlTable where it is noted
 * @param nanos a monotonic time
 * @param lease that is held now
 */
public record ArchiveOpening(
    TimeSeriesSpec spec, String controlTable, LongSupplier nanos, Supplier<Lease> lease) {

  /**
   * Ends with an archive that is this run's: runs before it can note nothing any more.
   *
   * @param now when, for a new one
   * @return fails with {@link ArchiveMismatchException} if it was found out before that it cannot
   *     be verified
   */
  public Flow<ScanArchive> open(TimeSpan span, TableDescription table, Instant now) {
    ProgressLog log = log(table.tableName());
    return log.read()
        .then(progress -> mine(log, progress, table, now))
        .map(progress -> new ScanArchive(spec, span, table, log, progress, nanos, lease));
  }

  /** Forgets what was noted of a table's archive; its files stay where they are. */
  public Flow<Done> forget(String tableName) {
    ProgressLog log = log(tableName);
    return log.read().then(log::clear);
  }

  private ProgressLog log(String tableName) {
    return new ProgressLog(controlTable, spec.tableName(), tableName);
  }

  private Flow<Progress> mine(
      ProgressLog log, Progress progress, TableDescription table, Instant now) {
    Header header = progress.header();
    if (header == null || !header.isOf(table.tableId(), table.creationDateTime())) {
      return log.clear(progress).then(done -> claimed(log, new Progress(null), begun(table, now)));
    }
    return header.failure() == null
        ? claimed(log, progress, header)
        : Flow.failed(
            new ArchiveMismatchException(table.tableName(), header.exportId(), header.failure()));
  }

  private Flow<Progress> claimed(ProgressLog log, Progress progress, Header header) {
    return log.claim(header, lease.get())
        .map(
            claimed -> {
              progress.header(claimed);
              return progress;
            });
  }

  /** Under an id that no other archive has: owners of leases are not used twice. */
  private Header begun(TableDescription table, Instant now) {
    int drawn = Objects.hash(lease.get().owner(), table.tableName());
    return new Header(
        ArchiveLayout.of("", now, drawn).exportId(),
        table.tableId(),
        table.creationDateTime(),
        ArchiveMethod.SCAN,
        ScanTerms.segments(requireNonNull(spec.archive()), table),
        now,
        null,
        null,
        null,
        0);
  }
}
