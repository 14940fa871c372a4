package dev.evenkeel.timeseries.internal.plan.archive;

import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.work.PassRun;
import dev.evenkeel.core.internal.work.SegmentTask;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.timeseries.internal.plan.ledger.ControlQuery;
import dev.evenkeel.timeseries.internal.plan.ledger.LedgerFormat;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;

/**
 * What workers share under the name of a job: the passes of one archive or restore. Their rows have
 * its id in their key, so that no worker of an earlier one finds those of a later one. A row of the
 * job, the pointer, leads workers to it.
 *
 * @param kind archive or restore
 * @param tableName the pointer is found by it
 * @param object on what the passes work, for people
 */
public record SharedWork(String kind, String tableName, String id, String object) {

  /** All pointers of a job to work of a kind. */
  public static Flow<List<Map<String, AttributeValue>>> pointers(String kind, SharedPass job) {
    return ControlQuery.partition(job.controlTable(), partition(kind, job));
  }

  private static String partition(String kind, SharedPass job) {
    return "job#%s#%ss".formatted(job.name(), kind);
  }

  /** The key of the pointer to this. */
  public Map<String, AttributeValue> key(SharedPass job) {
    return LedgerFormat.key(partition(kind, job), tableName);
  }

  /** One of its passes, at the pace of the job. */
  public PassRun pass(SharedPass job, String verb, int segments, SegmentTask task) {
    SharedPass pass =
        new SharedPass(
            job.controlTable(),
            "%s.%s.%s".formatted(kind, id, verb),
            job.unitsPerSecond(),
            job.lanes(),
            segments,
            job.isStopped());
    return new PassRun(pass, "%s archive %s".formatted(verb, object), task);
  }

  /** Deletes the pointer and the rows of the passes. Workers that are busy with these stop. */
  public Flow<Done> forgotten(SharedPass job, List<PassRun> passes) {
    DeleteItemRequest pointer =
        DeleteItemRequest.builder().tableName(job.controlTable()).key(key(job)).build();
    Flow<Done> gone = TableCall.delete(pointer).map(deleted -> Done.DONE);
    for (PassRun pass : passes) {
      gone = gone.then(done -> pass.forgotten());
    }
    return gone;
  }
}
