package dev.evenkeel.timeseries;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import dev.evenkeel.timeseries.internal.plan.restore.ArchiveWork;
import dev.evenkeel.timeseries.spec.TimeSeriesSpec;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A worker on archives by scan whose runs were told to {@link LifecycleBuilder#shareArchives}, and
 * on restores that were ordered with {@link
 * dev.evenkeel.timeseries.spec.archive.RestoreOrder#sharing}. Any number of workers may be at it,
 * in any processes, and each may stop or die at any step. They write data files and read tables to
 * verify them; the run that holds the series' lease compares both scans and writes the manifests,
 * so that no worker can. Of a restore they read files, write the table and read it; the call that
 * holds its lease makes and records the table.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#archive-worker -->
 *
 * <pre>{@code
 * TableLifecycle run = // in one process: begins archives, and ends what the workers have done
 *     TableLifecycle.builder(client)
 *         .s3(s3)
 *         .table(spec)
 *         .controlTable("evenkeel-control")
 *         .shareArchives("archives-2026-11")
 *         .build();
 * run.run();
 * ArchiveWorker worker = ArchiveWorker.of(List.of(spec), client, s3); // in any number of others
 * long items = worker.work(SharedPass.of("evenkeel-control", "archives-2026-11"));
 * }</pre>
 *
 * <p>A segment of which a worker dies is gone on with by the others after 30 seconds, from the last
 * data file that was noted. A file that is written twice is noted once, and what nobody noted is
 * removed before the manifests are written.
 *
 * <p>Costs what a scan by a run does, and for each data file two transactional writes and a read in
 * the control table. In memory is, for each segment at a time, what is compressed of a file, and a
 * page. The clients are used, and never closed. Safe for use by several threads.
 */
public final class ArchiveWorker {
  private final List<TimeSeriesSpec> specs;
  private final SyncRunner runner;
  private final Sender<Object> sender;

  private ArchiveWorker(
      List<TimeSeriesSpec> specs, DynamoDbClient client, S3Client s3, ClientThreads threads) {
    this.specs = List.copyOf(specs);
    this.runner = SyncRunner.create(threads);
    this.sender = Sender.sync(client, ObjectCalls.sync(s3));
  }

  /**
   * A worker; nothing is sent yet.
   *
   * @param specs those of the runs; archives of other series are left alone
   * @param client like that of the runs
   */
  public static ArchiveWorker of(List<TimeSeriesSpec> specs, DynamoDbClient client, S3Client s3) {
    return of(specs, client, s3, ClientThreads.shared());
  }

  /** A worker that sends requests side by side on these threads, with the context of its caller. */
  public static ArchiveWorker of(
      List<TimeSeriesSpec> specs, DynamoDbClient client, S3Client s3, ClientThreads threads) {
    return new ArchiveWorker(specs, client, s3, threads);
  }

  /**
   * Works until no archive and no restore of the job is under way, or it is stopped. Each is under
   * way from the run that begins it to the run that ends it, so there have to be runs meanwhile.
   *
   * @param job named as {@link LifecycleBuilder#shareArchives} names it, in the control table of
   *     the lifecycle. Its segments are not used: archives have their own
   * @return how many items this process has written or read to verify
   * @throws software.amazon.awssdk.core.exception.SdkException if a request fails: call it again
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if one to S3 fails: call it again
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException if a file of an archive that is
   *     restored is damaged
   * @throws dev.evenkeel.core.RefusedOperationException if an archive that is restored is marked as
   *     given up, or is not the one that the catalogue has by now
   */
  public long work(SharedPass job) {
    return runner.run(ArchiveWork.flow(specs, job, System::nanoTime), sender, Deadline.NONE);
  }
}
