package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.lease.Lease;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.CheckedSegments.CheckNote;
import dev.evenkeel.timeseries.internal.plan.archive.FencedWrites;
import dev.evenkeel.timeseries.internal.plan.archive.ProgressFormat;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.FileState;
import dev.evenkeel.timeseries.internal.plan.restore.RestoreProgress.Header;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The progress of one restore, in the control table. */
final class RestoreLog {
  private final FencedWrites notes;
  private final Supplier<Lease> lease;

  /** The fence of the header as it was last seen; 0 without one. */
  private long known;

  RestoreLog(String controlTable, String series, String target, Supplier<Lease> lease) {
    this.notes =
        new FencedWrites(
            controlTable, RestoreFormat.partition(series, target), RestoreFormat.HEADER);
    this.lease = lease;
  }

  /** Notes in the catalogue that it is done; see {@link Catalog#restored}. */
  Flow<Boolean> record(Catalog catalog, ArchivedTable archive, String target, Instant created) {
    return catalog.restored(archive, target, created, notes, lease.get());
  }

  /**
   * Reads all of it.
   *
   * @param fresh the initial progress if none is noted
   */
  Flow<RestoreProgress> read(Header fresh) {
    return Flow.defer(
        () -> {
          RestoreProgress progress = new RestoreProgress(fresh);
          known = 0;
          return notes.read((sort, item) -> take(progress, sort, item)).map(done -> progress);
        });
  }

  private void take(RestoreProgress progress, String sort, Map<String, AttributeValue> item) {
    if (sort.equals(RestoreFormat.HEADER)) {
      progress.header(RestoreFormat.header(item));
      known = FencedWrites.fenceOf(item);
    } else if (sort.startsWith(RestoreFormat.FILE_PREFIX)) {
      progress.add(RestoreFormat.file(item));
    } else if (sort.startsWith(ProgressFormat.CHECK_PREFIX)) {
      progress.checks().add(ProgressFormat.check(item));
    }
  }

  /** Writes the header as this run's. */
  Flow<Done> claim(RestoreProgress progress, Header header) {
    return notes
        .claim(RestoreFormat.write(header), known, lease.get())
        .map(
            done -> {
              known = lease.get().fence();
              progress.header(header);
              return done;
            });
  }

  Flow<Done> note(RestoreProgress progress, FileState file) {
    return notes
        .note(RestoreFormat.sort(file), RestoreFormat.write(file), lease.get())
        .map(
            done -> {
              progress.add(file);
              return done;
            });
  }

  /** Makes a change in the control table, if the restore is still this run's. */
  Flow<Done> change(TransactWriteItem change) {
    return notes.change(change, lease.get());
  }

  Flow<Done> note(CheckNote check) {
    return notes.note(ProgressFormat.sort(check), ProgressFormat.write(check), lease.get());
  }

  /** Takes out all notes; the lease stays. */
  Flow<Done> clear(RestoreProgress progress) {
    List<String> sorts = new ArrayList<>();
    progress.files().values().forEach(file -> sorts.add(RestoreFormat.sort(file)));
    progress.checks().notes().forEach(check -> sorts.add(ProgressFormat.sort(check)));
    return notes
        .clear(sorts, lease.get())
        .map(
            done -> {
              known = 0;
              return done;
            });
  }
}
