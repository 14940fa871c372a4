package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.sweep.DeepSweepTask;
import dev.evenkeel.chunking.internal.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.sweep.Ownership;
import dev.evenkeel.chunking.internal.sweep.SweepOptions;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.internal.work.WorkTotal;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Removes values outside their items that no item has: what writes replaced, what writes that broke
 * off left behind, and, by a deep sweep, what TTL, consoles and other clients left.
 *
 * <ul>
 *   <li><b>Safe.</b> Nothing is removed unless a consistent read shows that its item does not have
 *       it, and no writer can give it to the item any more: a write is given up, by a conditional
 *       write, before anything of it is removed, and its commit is conditional on that. No clock
 *       decides that. An item whose marker cannot be read keeps everything.
 *   <li><b>Repeatable.</b> A sweep may be broken off at any moment and run again, and several may
 *       run at once. Run it regularly, from one region: at the interval of the grace, or less
 *       often.
 *   <li><b>Dry run first.</b> Nothing is written unless {@code dryRun(false)} is said.
 *   <li><b>Cost of {@link #sweep}.</b> In proportion to the writes that are due, whatever the size
 *       of the tables: 16 queries for each intent table; for each intent a read of each item it
 *       names (by the item's size), the deletes of the chunks (a unit per KB) or objects, and up to
 *       three small writes.
 *   <li><b>Cost of {@link #deepSweep(String)}.</b> A scan of the chunk tables, at half a unit per 4
 *       KB of what is stored, and a read of the item for each chunk; a listing of the buckets and,
 *       for each object that is older than the grace, a HeadObject and a read of the item; and a
 *       read of the intent tables for each step that finds something.
 *   <li><b>Bounded.</b> A page of intents, or the finds of one step, are in memory, never a value.
 * </ul>
 *
 * <p>The client has to be the one that the chunking client was built over, or any other that shows
 * the stored items of the parent tables, and serves the chunk and intent tables. A chunking client
 * is refused, also below other decorators as soon as it is asked for a marker. Over a sharding
 * client, items are named by their logical keys, as writers name them.
 *
 * <p>Safe for use by several threads; sweeps of one sweeper share its pace. The clients are used,
 * and never closed.
 */
public final class OrphanSweeper {
  private final SweepOptions options;
  private final PacedFlows paced;
  private final SyncRunner runner;
  private final Sender<Object> sender;

  private OrphanSweeper(Builder builder) {
    this.options = builder.options(builder.client, builder.s3 != null);
    this.paced = builder.paced();
    this.runner = SyncRunner.create(builder.threads());
    this.sender =
        Sender.sync(
            builder.client,
            builder.s3 == null ? Sender.nothingElse() : ObjectCalls.sync(builder.s3));
  }

  /** Starts a sweeper through {@code client}, which is no chunking client. */
  public static Builder builder(DynamoDbClient client) {
    return new Builder(client);
  }

  /**
   * Finishes what is due now. An intent that meets a failure is counted, reported and left to the
   * next sweep; the sweep continues with the others.
   *
   * @throws software.amazon.awssdk.core.exception.SdkException if the intents cannot be read
   * @throws dev.evenkeel.core.RefusedOperationException if the client hides markers
   * @throws software.amazon.awssdk.core.exception.AbortedException if this thread is interrupted
   */
  public SweepReport sweep() {
    return run(IntentSweep.flow(options));
  }

  /**
   * Makes one step of a deep sweep: some thousand rows of chunk tables, or objects. Orphans are
   * noted, and the first {@link #sweep} after the grace removes those that are still orphans. To go
   * through everything:
   *
   * <pre>{@code
   * String cursor = null;
   * do {
   *   cursor = sweeper.deepSweep(cursor).nextCursor();
   *   // store the cursor, to resume after a stop
   * } while (cursor != null);
   * }</pre>
   *
   * @param cursor the cursor of the previous step, also that of a sweeper with the same tables in
   *     another process; null to begin
   * @throws IllegalArgumentException if the cursor is none of a sweeper with these tables
   * @throws software.amazon.awssdk.core.exception.SdkException if a request fails: repeat the step
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if one to S3 fails: repeat the step
   * @throws dev.evenkeel.core.RefusedOperationException if the client hides markers
   * @throws dev.evenkeel.chunking.spec.ChunkingException if the values in a bucket are another
   *     table's, or their owner is not recorded: see {@link #takeOwnership}
   */
  public DeepSweepReport deepSweep(@Nullable String cursor) {
    return run(DeepSweep.step(options, cursor));
  }

  /**
   * Takes part in a deep sweep that several processes share, or begins it; each searches segments
   * of the chunk tables and buckets. Orphans are noted as by {@link #deepSweep(String)}. All
   * processes need the same tables and say alike whether it is a dry run. The pace is that of the
   * pass, not {@code unitsPerSecond} of the sweeper. May be stopped or killed at any step and
   * called again, on any machine. Costs a write in the control table for each step more.
   *
   * @return what all have found, once nothing is left or this process was stopped
   * @throws IllegalArgumentException if the pass was begun over other tables or another kind of run
   * @throws software.amazon.awssdk.core.exception.SdkException if a request fails: call it again
   * @throws dev.evenkeel.objects.spec.ObjectStoreException if one to S3 fails: call it again
   * @throws dev.evenkeel.core.RefusedOperationException if the client hides markers
   * @throws dev.evenkeel.chunking.spec.ChunkingException as {@link #deepSweep(String)} does
   */
  public SharedSweepReport shareDeepSweep(SharedPass pass) {
    Flow<WorkTotal> work = DeepSweepTask.in(pass, options).run(System::nanoTime);
    return DeepSweepTask.report(runner.run(work, sender, Deadline.NONE), options.dryRun());
  }

  /**
   * How far a shared deep sweep is. Costs a read unit for about 12 segments.
   *
   * @throws IllegalArgumentException if the pass was begun over other tables or another kind of run
   */
  public SharedSweepReport deepSweepStatus(SharedPass pass) {
    return DeepSweepTask.report(run(DeepSweepTask.in(pass, options).total()), options.dryRun());
  }

  /**
   * Takes the rows of a shared deep sweep away, so that one of its name may begin anew. What it has
   * noted stays noted. Processes that are at it fail. Costs a small delete for each segment.
   */
  public void forgetDeepSweep(SharedPass pass) {
    Done unused = run(DeepSweepTask.in(pass, options).forgotten());
  }

  /**
   * Says that the values below the prefixes of its tables' buckets are those of its tables, as they
   * are in this account and region now. A deep sweep checks only owned prefixes. It takes ownership
   * itself where there is no value yet, and fails where another owner or none is recorded. Call
   * this once where there were values before this version, and after a table was restored or moved,
   * when all of its items are there and no other application has values below the prefix. A
   * DescribeTable, a delete and a put of a small object for each table with a bucket.
   *
   * @throws IllegalStateException in a dry run
   */
  public void takeOwnership() {
    options.requireWriting();
    Done unused = run(Ownership.taken(options));
  }

  private <T> T run(Flow<T> flow) {
    return runner.run(paced.paced(flow), sender, Deadline.NONE);
  }

  /** Collects an {@link OrphanSweeper}. */
  public static final class Builder extends SweeperBuilder<Builder> {
    private final DynamoDbClient client;
    private @Nullable S3Client s3;

    private Builder(DynamoDbClient client) {
      refuseDecorated(client instanceof ChunkingDynamoDbClient);
      this.client = client;
    }

    @Override
    Builder self() {
      return this;
    }

    /** The client for values in S3; it must be allowed to list the bucket for deep sweeps. */
    public Builder s3(S3Client newClient) {
      this.s3 = Objects.requireNonNull(newClient);
      return this;
    }

    /**
     * Makes the sweeper; nothing is sent yet.
     *
     * @throws IllegalArgumentException if something is missing or out of range, a spec moves no
     *     values, two specs name one table, or two share a chunk table in the layout of AWS's text
     */
    public OrphanSweeper build() {
      return new OrphanSweeper(this);
    }
  }
}
