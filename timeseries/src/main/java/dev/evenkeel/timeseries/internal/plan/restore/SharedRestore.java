package dev.evenkeel.timeseries.internal.plan.restore;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.archive.ArchiveTask;
import dev.evenkeel.timeseries.internal.plan.archive.Catalog;
import dev.evenkeel.timeseries.internal.plan.archive.SharedWork;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The three passes of one restore that workers share under the name of a job.
 *
 * @param tableName the period table that was archived
 * @param target the table that is made
 * @param exportId the id of the archive
 * @param segments into which the files are cut; the scan of the table is cut as often
 */
record SharedRestore(
    String tableName, String target, String exportId, String restoreId, int segments) {
  private static final int VERSION = 1;
  private static final String KIND = "restore";
  private static final int SEGMENTS_MAX = 1_000;
  private static final int SEGMENTS_MIN = 8;
  private static final String TABLE = "table";
  private static final String EXPORT = "export";
  private static final String RESTORE = "restore";
  private static final String SEGMENTS = "segments";

  /** One segment for each file, up to a thousand; a few at least, for the scan. */
  static int segments(int files) {
    return Math.max(SEGMENTS_MIN, Math.min(SEGMENTS_MAX, files));
  }

  /**
   * The passes of all restores of a job that are under way, and of a series among these. Those
   * whose archive was given up, or is restored, are left alone: what is there of them is the rest
   * of a run that stood still.
   */
  static Flow<List<PassRun>> passes(List<TimeSeriesSpec> specs, SharedPass job) {
    return SharedWork.pointers(KIND, job)
        .then(
            items ->
                Flow.failFast(items.stream().map(item -> of(item).passesOf(specs, job)).toList()))
        .map(all -> all.stream().flatMap(List::stream).toList());
  }

  private Flow<List<PassRun>> passesOf(List<TimeSeriesSpec> specs, SharedPass job) {
    for (TimeSeriesSpec spec : specs) {
      if (spec.tables().periodOf(tableName) != null && spec.archive() != null) {
        return new Catalog(job.controlTable(), spec.tableName())
            .find(tableName)
            .map(found -> found.filter(this::isOf).isPresent() ? passes(spec, job) : List.of());
      }
    }
    return Flow.of(List.of());
  }

  private List<PassRun> passes(TimeSeriesSpec spec, SharedPass job) {
    return List.of(checking(spec, job), writing(spec, job), verifying(job));
  }

  /** Whether it is of an archive, as that is now. */
  boolean isOf(ArchivedTable archive) {
    return archive.exportId().equals(exportId) && !target.equals(archive.restoredAs());
  }

  private static SharedRestore of(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new SharedRestore(
        stored.text(TABLE),
        stored.text(LedgerFormat.SORT),
        stored.text(EXPORT),
        stored.text(RESTORE),
        Math.toIntExact(stored.number(SEGMENTS)));
  }

  PassRun checking(TimeSeriesSpec spec, SharedPass job) {
    return work()
        .pass(job, "check", segments, new RestoreTask(spec, job.controlTable(), this, false));
  }

  PassRun writing(TimeSeriesSpec spec, SharedPass job) {
    return work()
        .pass(job, "write", segments, new RestoreTask(spec, job.controlTable(), this, true));
  }

  PassRun verifying(SharedPass job) {
    return work().pass(job, "verify", segments, ArchiveTask.reading(target, true));
  }

  private SharedWork work() {
    String object = "%s of %s in %s".formatted(exportId, tableName, target);
    return new SharedWork(KIND, target, restoreId, object);
  }

  /** The row that lets the workers of a job find it. */
  TransactWriteItem announcement(SharedPass job) {
    Map<String, AttributeValue> item =
        StoredAttributes.write(VERSION)
            .with(TABLE, tableName)
            .with(EXPORT, exportId)
            .with(RESTORE, restoreId)
            .with(SEGMENTS, segments)
            .item();
    item.putAll(work().key(job));
    Put put = Put.builder().tableName(job.controlTable()).item(item).build();
    return TransactWriteItem.builder().put(put).build();
  }

  /** Deletes all rows of it. Workers that are busy with it stop. */
  Flow<Done> forgotten(TimeSeriesSpec spec, SharedPass job) {
    return work().forgotten(job, passes(spec, job));
  }
}
