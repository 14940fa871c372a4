package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.archive.Progress.Header;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * The two scans of one archive that workers share under the name of a job: one that writes, one
 * that verifies.
 *
 * @param exportId the id of the archive
 * @param segments of the scan that writes
 * @param place where its files are; null if a version began it that does not note it
 */
public record SharedScans(String tableName, String exportId, int segments, @Nullable String place) {
  private static final int VERSION = 1;
  private static final String KIND = "archive";
  private static final String EXPORT = "export";
  private static final String SEGMENTS = "segments";
  private static final String PLACE = "place";

  static SharedScans of(String tableName, Header header) {
    return new SharedScans(tableName, header.exportId(), header.segments(), header.place());
  }

  /** The passes of all archives of a job that are under way, and of a series among these. */
  public static Flow<List<PassRun>> passes(List<TimeSeriesSpec> specs, SharedPass job) {
    return SharedWork.pointers(KIND, job)
        .map(items -> items.stream().map(SharedScans::of))
        .map(archives -> archives.flatMap(archive -> archive.passesOf(specs, job)).toList());
  }

  /** None where a worker of another configuration would write where the run does not look. */
  private Stream<PassRun> passesOf(List<TimeSeriesSpec> specs, SharedPass job) {
    return specs.stream()
        .filter(spec -> spec.tables().periodOf(tableName) != null)
        .map(TimeSeriesSpec::archive)
        .flatMap(Stream::ofNullable)
        .limit(1)
        .filter(policy -> place == null || place.equals(ArchiveStart.place(policy)))
        .flatMap(policy -> Stream.of(writing(job, policy), checking(job)));
  }

  private static SharedScans of(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new SharedScans(
        stored.text(LedgerFormat.SORT),
        stored.text(EXPORT),
        Math.toIntExact(stored.number(SEGMENTS)),
        stored.textOrNull(PLACE));
  }

  PassRun writing(SharedPass job, ArchivePolicy policy) {
    ArchiveStore store = ArchiveStore.of(policy, exportId);
    return work()
        .pass(job, "write", segments, new ArchiveTask(tableName, store, policy.fileBytes(), false));
  }

  PassRun checking(SharedPass job) {
    int toCheck = ScanPace.segmentsToCheck(segments);
    return work().pass(job, "verify", toCheck, ArchiveTask.reading(tableName, false));
  }

  private SharedWork work() {
    return new SharedWork(KIND, tableName, exportId, "%s of %s".formatted(exportId, tableName));
  }

  /** Lets the workers of a job find it. */
  Flow<Done> announced(SharedPass job) {
    Map<String, AttributeValue> item =
        StoredAttributes.write(VERSION)
            .with(EXPORT, exportId)
            .with(SEGMENTS, segments)
            .with(PLACE, place)
            .item();
    item.putAll(work().key(job));
    return TableCall.put(PutItemRequest.builder().tableName(job.controlTable()).item(item).build())
        .map(put -> Done.DONE);
  }

  /** Deletes all rows of it. Workers that are busy with it stop. */
  Flow<Done> forgotten(SharedPass job, @Nullable ArchivePolicy policy) {
    return work()
        .forgotten(
            job,
            policy == null ? List.of(checking(job)) : List.of(writing(job, policy), checking(job)));
  }
}
