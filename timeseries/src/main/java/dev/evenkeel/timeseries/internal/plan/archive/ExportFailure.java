package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.archive.ArchiveExportException;
import java.time.Instant;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Notes that an export failed, and how it goes on: with a new token, or not at all. */
record ExportFailure(
    ArchivePolicy policy,
    TableDescription table,
    ProgressLog log,
    Progress progress,
    Supplier<Lease> lease) {

  /**
   * Notes it.
   *
   * @param what code and message
   * @return always fails, with an {@link ArchiveExportException}
   */
  <T> Flow<T> note(String what, Instant now) {
    Header header = requireNonNull(progress.header());
    NativeExport export = requireNonNull(header.export());
    int failures = export.failures() + 1;
    String token = NativeExport.drawn(lease.get(), table.tableName(), now, failures);
    Header next = header.exported(token, export.failed(what, token));
    boolean isLast = failures >= ExportMessages.EXPORTS_MAX;
    return log.claim(isLast ? next.failed(what) : next, lease.get())
        .then(
            claimed -> {
              progress.header(claimed);
              return Flow.failed(
                  isLast
                      ? ExportMessages.givenUp(table.tableName(), policy, what)
                      : ExportMessages.failed(table.tableName(), policy, what, failures));
            });
  }
}
