package dev.evenkeel.timeseries;

import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.timeseries.internal.shell.Endpoints;
import dev.evenkeel.timeseries.internal.shell.LifecycleCalls;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Builds, cools down and deletes the period tables of time series.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#lifecycle -->
 *
 * <pre>{@code
 * TableLifecycle tables =
 *     TableLifecycle.builder(client)
 *         .table(spec)
 *         .controlTable("evenkeel-control")
 *         .deletes(1)
 *         .build();
 * tables.createControlTable(); // once
 * tables.run(); // every hour, or more often; by any number of instances
 * }</pre>
 *
 * <ul>
 *   <li><b>Level-triggered.</b> A run compares the tables with the clock and does what is due. The
 *       next run catches up on a missed one and finishes an aborted one. A run with nothing to do
 *       changes nothing.
 *   <li><b>Urgent first.</b> Build, open, raise, then retire, lower, reclass, then delete, then
 *       forget. A failed or stuck action on one table does not delay the others.
 *   <li><b>Safe beside others.</b> A lease lets one run work on a series at a time, and each step
 *       is harmless if a run that was paused makes it late. Two runs may repeat work.
 *   <li><b>Careful with deletes.</b> A table goes only if its name is exactly one of ours, it is
 *       past its retention, the ledger knows it by its id, its ownership is proven again, it is not
 *       the last one, {@link Builder#deletes} is set, and its limit is not reached. Protection that
 *       the template did not set stays.
 *   <li><b>Cost.</b> A run that finds nothing to do: a query of the ledger, ListTables by the
 *       hundred, a DescribeTable for each table of the series, and a write. Each action costs a few
 *       table operations and writes more.
 *   <li><b>Beside autoscaling.</b> The capacity of a live table is only ever raised, up to its
 *       template; see {@link dev.evenkeel.timeseries.spec.Scaling}.
 *   <li><b>Not here.</b> Registering scalable targets, alarms and event source mappings: see {@link
 *       LifecycleHook}.
 * </ul>
 *
 * <p>The client must be a plain one of the account's own tables, or a sharding one over it; it is
 * used, and never closed. Safe for use by several threads.
 */
public final class TableLifecycle {
  private final Lifecycles lifecycles;
  private final SyncRunner runner;
  private final Sender<Object> sender;

  private TableLifecycle(Builder builder) {
    this.lifecycles = new Lifecycles(builder.specs(builder.s3 != null), builder.settings());
    this.runner = SyncRunner.create(builder.threads());
    this.sender =
        LifecycleCalls.sync(
            builder.client, builder.s3, builder.environment(), List.copyOf(builder.hooks));
  }

  /** Starts a lifecycle through {@code client}. */
  public static Builder builder(DynamoDbClient client) {
    return new Builder(client);
  }

  /**
   * Creates the control table if it is not there, and waits until it answers: billed by request,
   * protected from deletion, encrypted with the account's KMS key for DynamoDB, and with
   * point-in-time recovery, for it is the only catalogue of the archives. An existing table is left
   * unchanged; see {@link #checkControlTable}.
   *
   * @throws dev.evenkeel.core.SpecMismatchException if a table of that name has other keys
   * @throws software.amazon.awssdk.core.exception.ApiCallTimeoutException if it takes longer than
   *     the budget: call it again
   */
  public void createControlTable() {
    run(lifecycles.createControlTable());
  }

  /**
   * The risks of the control table, each with the command that removes it; empty if the table is
   * safe or missing. Costs a DescribeTable and a DescribeContinuousBackups; call it when a process
   * starts.
   */
  public List<String> checkControlTable() {
    return run(lifecycles.checkControlTable());
  }

  /**
   * The plan of each series, in the order of the specs. Writes nothing.
   *
   * @throws dev.evenkeel.timeseries.spec.lifecycle.LifecycleException with reason {@code
   *     TOO_MANY_TABLES} if a wrong spec or clock would have many tables built, {@code
   *     CLOCK_WENT_BACK} if an earlier run saw a later time, {@code NEWER_LEDGER} if the ledger
   *     cannot be read
   * @throws software.amazon.awssdk.core.exception.SdkException if a request fails
   */
  public List<LifecyclePlan> plan() {
    return run(lifecycles.plan());
  }

  /**
   * The state and plan of each series, in the order of the specs. Writes nothing, and costs what
   * {@link #plan} costs, with whose exceptions it fails.
   */
  public List<SeriesStatus> status() {
    return run(lifecycles.status());
  }

  /**
   * Applies exactly a plan; nothing of it if it is stale. If another run is active, all actions are
   * reported as deferred. Any other problem, such as a run that took over, is the {@code failure}
   * of the report, beside what was done until then: check {@link LifecycleReport#isComplete}.
   *
   * @throws dev.evenkeel.timeseries.spec.lifecycle.LifecycleException with reason {@code
   *     STALE_PLAN} if tables, the ledger or what is due have changed since: plan again
   * @throws IllegalArgumentException if it is for a series without a spec here
   */
  public LifecycleReport apply(LifecyclePlan plan) {
    return run(lifecycles.apply(plan));
  }

  /**
   * Applies the current {@link #plan} until it is done or the budget is spent; actions that become
   * possible meanwhile are left to the next run. A problem of a whole series, such as a clock that
   * went back, is the {@code failure} of its report and does not stop the other series: check
   * {@link LifecycleReport#isComplete}.
   *
   * @return a report for each series, in the order of the specs
   * @throws software.amazon.awssdk.core.exception.AbortedException if this thread is interrupted
   */
  public List<LifecycleReport> run() {
    return run(lifecycles.run());
  }

  /**
   * Takes over a table that was not built by the lifecycle: tags it and writes it into the ledger.
   * The next run opens it and treats it like a table that was built here, deletes included.
   *
   * @throws IllegalArgumentException if no spec here has a period of that name
   * @throws dev.evenkeel.core.SpecMismatchException if its key is not the template's
   * @throws dev.evenkeel.core.RefusedOperationException if it is not there, or a run is at work
   */
  public void adopt(String tableName) {
    run(lifecycles.adopt(tableName));
  }

  /**
   * Archives what is due, as {@link #run()} does too, and runs no other action; for archives at
   * other times or in another process. Nothing is deleted.
   *
   * @return a report for each series, in the order of the specs
   */
  public List<LifecycleReport> archive() {
    return run(lifecycles.archive());
  }

  /** The verified archives of all series here, also of tables that are gone, the oldest first. */
  public List<ArchivedTable> archives() {
    return run(lifecycles.archives());
  }

  /**
   * The findings of {@link #rebuildCatalogue}; writes nothing. Costs a listing of all archives and
   * two GetObjects for each; and of each that is lost two more, a listing, and a DescribeTable.
   */
  public List<FoundArchive> planCatalogue() {
    return run(lifecycles.planCatalogue());
  }

  /**
   * Rebuilds lost entries of the catalogue from the manifests in the buckets: for each deleted
   * table its last archive, if exactly the files that its manifests list exist. An existing entry
   * is replaced only if a rebuild wrote it, of an earlier archive of the table. An archive that is
   * unreadable, damaged, or of an existing table is reported and left; a run archives such a table
   * anew. Calls may be repeated, also after a crash.
   *
   * <p>Manifests do not record to which table an archive was restored, nor when it was verified:
   * the entry then has the time of writing.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if a run is at work
   */
  public List<FoundArchive> rebuildCatalogue() {
    return run(lifecycles.rebuildCatalogue());
  }

  /**
   * Gives up an archive, so that the next run begins a new one. The archive is not verified yet, or
   * could not be because the table was written to or its exports failed; or it was verified and is
   * damaged, or older than the last writes that the spec allows by now. Its table must still exist.
   * The files of the old one stay where they are, and DynamoDB finishes an export that it has
   * begun. A verified archive with which its table may be deleted is left alone.
   *
   * @throws IllegalArgumentException if no spec here has a period table of that name
   * @throws dev.evenkeel.core.RefusedOperationException if the table is not there, or a run is at
   *     work
   */
  public void restartArchive(String tableName) {
    run(lifecycles.restartArchive(tableName));
  }

  /**
   * Brings the archive of a period table back as a table with another name, made from the template
   * but without expiry; reads that ask for archives see it then. The period's tables of companions
   * come first, as {@code <table>-restored}, unless they are still there; no run deletes these
   * while the restored table exists. Continues until it is done, S3 has to restore files, or the
   * budget is spent; repeat the call, from any process, until the report says done.
   *
   * <p>Before the table is made, every byte of every file was compared with what was archived; in
   * the end the table is read once more. Of calls at one target, one works and others report busy;
   * if the table is deleted between two calls, the next one makes it anew. Costs two reads of the
   * files, a write of each item, and a consistent scan.
   *
   * @throws IllegalArgumentException if no spec here has a period table of that name, or the target
   *     is one
   * @throws dev.evenkeel.core.RefusedOperationException if there is no such archive, if a table of
   *     the target's name exists and is not proven to be this restore's, or if items of the archive
   *     have not the keys of the template: nothing was touched; also if the archive was given up
   *     for another while it was restored
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException with reason {@code DAMAGED} if a
   *     file or manifest is missing, altered, cut off or too many: nothing was touched; {@code
   *     MISMATCH} if the target was written to meanwhile
   */
  public RestoreReport restore(RestoreOrder order) {
    return run(lifecycles.restore(order));
  }

  /** Accepts the current clock, whatever earlier runs saw. */
  public void acceptClock() {
    run(lifecycles.acceptClock());
  }

  private <T> T run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }

  /** Collects a {@link TableLifecycle}. */
  public static final class Builder extends LifecycleBuilder<Builder> {
    private final DynamoDbClient client;
    private @Nullable S3Client s3;
    private final List<LifecycleHook> hooks = new ArrayList<>();

    private Builder(DynamoDbClient client) {
      super(
          StackLayer.isIn(Objects.requireNonNull(client)),
          () -> Endpoints.isLocal(client::serviceClientConfiguration));
      this.client = client;
    }

    @Override
    Builder self() {
      return this;
    }

    /** The client for archives; needed if a spec has an archive policy. Never closed here. */
    public Builder s3(S3Client newClient) {
      this.s3 = Objects.requireNonNull(newClient);
      return this;
    }

    /** Adds a hook. Hooks are called in this order, also if an earlier one failed. */
    public Builder hook(LifecycleHook hook) {
      hooks.add(Objects.requireNonNull(hook));
      return this;
    }

    /**
     * Makes the lifecycle; nothing is sent yet.
     *
     * @throws IllegalArgumentException if something is missing or out of range, or two specs would
     *     share tables
     */
    public TableLifecycle build() {
      return new TableLifecycle(this);
    }
  }
}
