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
 *
 * <pre>{@code
 * TableLifecycle tables =
 *     TableLifecycle.builder(client).table(spec).controlTable("evenkeel-control").deletes(1).build();
 * tables.createControlTable();   // once
 * tables.run();                  // every hour, or more often; by any number of instances
 * }</pre>
 *
 * <ul>
 *   <li><b>Level-triggered.</b> A run looks at what is there and what time it is, and does what is
 *       due. A run that was missed is caught up; one that finds nothing to do changes nothing; one
 *       that broke off anywhere is finished by the next.
 *   <li><b>Urgent first.</b> Build, open, raise, then retire, lower, reclass, then delete, then
 *       forget. What fails or is stuck with one table keeps no other from its turn.
 *   <li><b>Safe beside others.</b> A lease lets one run work on a series at a time, and each step
 *       is harmless if a run that was paused makes it late. Two runs may repeat work.
 *   <li><b>Careful with deletes.</b> A table goes only if its name is exactly one of ours, it is
 *       past its retention, the ledger knows it by its id, it is proven ours once more, it is not
 *       the last one, somebody said {@link Builder#deletes}, and there are not too many in this
 *       run. Protection that the template did not put on stays on.
 *   <li><b>Cost.</b> A run that finds nothing to do: a query of the ledger, ListTables by the
 *       hundred, a DescribeTable for each table of the series, and a write. Each action costs a few
 *       table operations and writes more.
 *   <li><b>Beside autoscaling.</b> A table that items may come to is only ever raised, up to its
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
  private final SyncRunner runner = SyncRunner.create();
  private final Sender<Object> sender;

  private TableLifecycle(Builder builder) {
    this.lifecycles = new Lifecycles(builder.specs(), builder.settings());
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
   * point-in-time recovery, for it is the only catalogue of the archives. One that is there stays
   * as it is; see {@link #checkControlTable}.
   *
   * @throws dev.evenkeel.core.SpecMismatchException if a table of that name has other keys
   * @throws software.amazon.awssdk.core.exception.ApiCallTimeoutException if it takes longer than
   *     the budget: call it again
   */
  public void createControlTable() {
    run(lifecycles.createControlTable());
  }

  /**
   * What keeps the control table from being safe, each with the command that mends it; nothing if
   * it is safe, or not there. Costs a DescribeTable and a DescribeContinuousBackups; ask when a
   * process starts.
   */
  public List<String> checkControlTable() {
    return run(lifecycles.checkControlTable());
  }

  /**
   * What is to be done now, for each series in the order of the specs. Writes nothing.
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
   * What is there and what is to be done, for each series in the order of the specs. Writes
   * nothing, and costs what {@link #plan} costs, with whose exceptions it fails.
   */
  public List<SeriesStatus> status() {
    return run(lifecycles.status());
  }

  /**
   * Does what a plan says, and nothing else; if it is stale, nothing. If another run is at work,
   * all of it is reported as left for later.
   *
   * @throws dev.evenkeel.timeseries.spec.lifecycle.StalePlanException if tables, the ledger or what
   *     is due have changed since
   * @throws dev.evenkeel.timeseries.spec.lifecycle.LifecycleException with reason {@code
   *     LEASE_LOST} if another run took over: plan again
   * @throws IllegalArgumentException if it is for a series without a spec here
   */
  public LifecycleReport apply(LifecyclePlan plan) {
    return run(lifecycles.apply(plan));
  }

  /**
   * Does what {@link #plan} says now, neither less nor more, until it is done or the budget is
   * spent; what that makes possible is for the next run. What keeps a whole series from its run,
   * such as a clock that went back, is in its report as {@code failure}, and the other series are
   * run all the same: look at {@link LifecycleReport#isComplete}.
   *
   * @return a report for each series, in the order of the specs
   * @throws software.amazon.awssdk.core.exception.AbortedException if this thread is interrupted
   */
  public List<LifecycleReport> run() {
    return run(lifecycles.run());
  }

  /**
   * Takes over a table that somebody else built: tags it and writes it into the ledger. The next
   * run opens it, and from then on it is treated as if it had been built here, deletes included.
   *
   * @throws IllegalArgumentException if no spec here has a period of that name
   * @throws dev.evenkeel.core.SpecMismatchException if its key is not the template's
   * @throws dev.evenkeel.core.RefusedOperationException if it is not there, or a run is at work
   */
  public void adopt(String tableName) {
    run(lifecycles.adopt(tableName));
  }

  /**
   * Archives what is due, and does nothing else: what {@link #run()} does too, for whoever wants
   * archives made at other times, or by another process. Nothing is deleted.
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
   * What {@link #rebuildCatalogue} would do; writes nothing. Costs a listing of all archives and
   * two GetObjects for each; and of each that is lost two more, a listing, and a DescribeTable.
   */
  public List<FoundArchive> planCatalogue() {
    return run(lifecycles.planCatalogue());
  }

  /**
   * Writes archives down again whose entries in the catalogue are lost, as the manifests in the
   * buckets tell of them: of each table that is gone the last archive, if all files that its
   * manifests list are there, and no others. An entry that is there is never replaced. An archive
   * that cannot be read, is damaged, or is of a table that is there is told, and left; a run
   * archives such a table anew. Calls may be repeated, also after a crash.
   *
   * <p>What manifests do not tell is lost: what an archive was restored to, and when it was
   * verified, for which it says when it was written.
   *
   * @throws dev.evenkeel.core.RefusedOperationException if a run is at work
   */
  public List<FoundArchive> rebuildCatalogue() {
    return run(lifecycles.rebuildCatalogue());
  }

  /**
   * Gives up an archive that is not verified yet, or could not be because somebody wrote to the
   * table or exports of it failed, or that was verified and is damaged or older than the last
   * writes that the spec allows by now, as long as its table is there: the next run begins a new
   * one. The files of the old one stay where they are, and DynamoDB goes on with an export that it
   * has begun. A verified archive with which its table may be deleted is left alone.
   *
   * @throws IllegalArgumentException if no spec here has a period table of that name
   * @throws dev.evenkeel.core.RefusedOperationException if a run is at work
   */
  public void restartArchive(String tableName) {
    run(lifecycles.restartArchive(tableName));
  }

  /**
   * Brings the archive of a period table back as a table with another name, made from the template
   * but without expiry; reads that ask for archives see it then. Goes on until it is done, S3 has
   * to thaw files, or the budget is spent; call it again, from any process, until the report says
   * done.
   *
   * <p>Before the table is made, every byte of every file was compared with what was archived; in
   * the end the table is read once more. Of calls at one target, one works and others report busy;
   * a table that somebody deletes in between is made anew by the next call. Costs two reads of the
   * files, a write of each item, and a consistent scan.
   *
   * @throws IllegalArgumentException if no spec here has a period table of that name, or the target
   *     is one
   * @throws dev.evenkeel.core.RefusedOperationException if there is no such archive, if there is a
   *     table of the target's name that this restore did not make or cannot be told to have made,
   *     or if items of the archive have not the keys of the template: nothing was touched; also if
   *     the archive was given up for another while it was restored
   * @throws dev.evenkeel.timeseries.spec.archive.ArchiveException with reason {@code DAMAGED} if a
   *     file or manifest is missing, altered, cut off or too many: nothing was touched; {@code
   *     MISMATCH} if somebody wrote to the target meanwhile
   */
  public RestoreReport restore(RestoreOrder order) {
    return run(lifecycles.restore(order));
  }

  /** Takes the clock of now for the right one, whatever earlier runs saw. */
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
      this.client = Objects.requireNonNull(client);
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

    @Override
    boolean hasS3() {
      return s3 != null;
    }

    @Override
    boolean isEndpointLocal() {
      return Endpoints.isLocal(client::serviceClientConfiguration);
    }

    @Override
    boolean showsOtherItems() {
      return StackLayer.isIn(client);
    }

    /** Adds a hook; each is told, in this order, also if one before it failed. */
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
