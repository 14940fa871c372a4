package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments.CheckNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.FileNote;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The progress of the archive of one table, in the control table. */
final class ProgressLog {
  private final FencedWrites notes;

  ProgressLog(String controlTable, String series, String tableName) {
    this.notes =
        new FencedWrites(
            controlTable, ProgressFormat.partition(series, tableName), ProgressFormat.HEADER);
  }

  /** The notes themselves. */
  FencedWrites notes() {
    return notes;
  }

  /** Reads all of it: one query, by its size. */
  Flow<Progress> read() {
    return Flow.defer(
        () -> {
          Progress progress = new Progress(null);
          return notes.read((sort, item) -> take(progress, sort, item)).map(done -> progress);
        });
  }

  private static void take(Progress progress, String sort, Map<String, AttributeValue> item) {
    if (sort.equals(ProgressFormat.HEADER)) {
      progress.header(ProgressFormat.header(item));
    } else if (sort.startsWith(ProgressFormat.FILE_PREFIX)) {
      progress.add(ProgressFormat.file(item));
    } else if (sort.startsWith(ProgressFormat.CHECK_PREFIX)) {
      progress.checks().add(ProgressFormat.check(item));
    }
  }

  /** Writes the header as this run's. */
  Flow<Done> claim(Progress progress, Header header, Lease lease) {
    Header claimed = header.fencedBy(lease.fence());
    return notes
        .claim(ProgressFormat.write(claimed), header.fence(), lease)
        .map(
            done -> {
              progress.header(claimed);
              return done;
            });
  }

  Flow<Done> note(FileNote file, Lease lease) {
    return notes.note(ProgressFormat.sort(file), ProgressFormat.write(file), lease);
  }

  Flow<Done> note(CheckNote check, Lease lease) {
    return notes.note(ProgressFormat.sort(check), ProgressFormat.write(check), lease);
  }

  /** Removes all records of an archive. */
  Flow<Done> clear(Progress progress, Lease lease) {
    List<String> sorts = new ArrayList<>();
    progress.files().forEach(file -> sorts.add(ProgressFormat.sort(file)));
    progress.checks().notes().forEach(check -> sorts.add(ProgressFormat.sort(check)));
    return notes.clear(sorts, lease);
  }
}
