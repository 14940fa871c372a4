package dev.evenkeel.timeseries.internal.plan.archive;

import static java.util.Objects.requireNonNull;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.ledger.ControlQuery;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import dev.evenkeel.timeseries.internal.plan.ledger.StoredAttributes;
import dev.evenkeel.timeseries.spec.ArchivePolicy;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;

/**
 * The two scans of one archive that workers share under the name of a job: one that writes, one
 * that verifies. Their rows have the id of the archive in their key, so that no worker of an
 * earlier archive finds those of a later one. A row of the job points to them.
 *
 * @param exportId the id of the archive
 * @param segments of the scan that writes; the one that verifies has one more, so that they cut the
 *     table at different places
 */
public record SharedScans(String tableName, String exportId, int segments) {
  private static final int VERSION = 1;
  private static final String EXPORT = "export";
  private static final String SEGMENTS = "segments";

  /** The passes of all archives of a job that are under way, and of a series among these. */
  public static Flow<List<PassRun>> passes(List<TimeSeriesSpec> specs, SharedPass job) {
    return ControlQuery.partition(job.controlTable(), partition(job.name()))
        .map(items -> items.stream().map(SharedScans::of))
        .map(archives -> archives.flatMap(archive -> archive.passesOf(specs, job)).toList());
  }

  private Stream<PassRun> passesOf(List<TimeSeriesSpec> specs, SharedPass job) {
    return specs.stream()
        .filter(spec -> spec.tables().periodOf(tableName) != null)
        .map(TimeSeriesSpec::archive)
        .flatMap(Stream::ofNullable)
        .limit(1)
        .flatMap(policy -> Stream.of(writing(job, policy), checking(job)));
  }

  private static SharedScans of(Map<String, AttributeValue> item) {
    StoredAttributes stored = new StoredAttributes(item);
    stored.requireFormat(VERSION);
    return new SharedScans(
        requireNonNull(item.get(LedgerFormat.SORT)).s(),
        stored.text(EXPORT),
        Math.toIntExact(stored.number(SEGMENTS)));
  }

  PassRun writing(SharedPass job, ArchivePolicy policy) {
    ArchiveStore store = ArchiveStore.of(policy, exportId);
    return pass(
        job, "write", segments, new ArchiveTask(tableName, store, policy.fileBytes(), false));
  }

  PassRun checking(SharedPass job) {
    return pass(job, "verify", segments + 1, ArchiveTask.reading(tableName, false));
  }

  private PassRun pass(SharedPass job, String what, int count, ArchiveTask task) {
    SharedPass pass =
        new SharedPass(
            job.controlTable(),
            "archive.%s.%s".formatted(exportId, what),
            job.unitsPerSecond(),
            job.lanes(),
            count,
            job.isStopped());
    return new PassRun(pass, "%s archive %s of %s".formatted(what, exportId, tableName), task);
  }

  /** Lets the workers of a job find it. */
  Flow<Done> announced(SharedPass job) {
    Map<String, AttributeValue> item =
        StoredAttributes.write(VERSION).with(EXPORT, exportId).with(SEGMENTS, segments).item();
    item.putAll(key(job));
    return TableCall.put(PutItemRequest.builder().tableName(job.controlTable()).item(item).build())
        .map(put -> Done.DONE);
  }

  /** Takes all away. Workers that are at it end. */
  Flow<Done> forgotten(SharedPass job, @Nullable ArchivePolicy policy) {
    DeleteItemRequest pointer =
        DeleteItemRequest.builder().tableName(job.controlTable()).key(key(job)).build();
    return TableCall.delete(pointer)
        .then(deleted -> policy == null ? Flow.done() : writing(job, policy).forgotten())
        .then(done -> checking(job).forgotten());
  }

  private Map<String, AttributeValue> key(SharedPass job) {
    return LedgerFormat.key(partition(job.name()), tableName);
  }

  private static String partition(String job) {
    return "job#" + job + "#archives";
  }
}
