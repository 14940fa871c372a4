package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.sweep.DeepSweep;
import dev.evenkeel.chunking.internal.sweep.DeepSweepTask;
import dev.evenkeel.chunking.internal.sweep.IntentSweep;
import dev.evenkeel.chunking.internal.sweep.Ownership;
import dev.evenkeel.chunking.internal.sweep.SweepOptions;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport;
import dev.evenkeel.chunking.spec.sweep.DeepSweepReport.SharedSweepReport;
import dev.evenkeel.chunking.spec.sweep.SweepReport;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.pace.PacedFlows;
import dev.evenkeel.core.work.SharedPass;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * The asynchronous counterpart of {@link OrphanSweeper}: the same flows, the same guarantees and
 * cost. Blocks no thread. Cancelling a result cancels what is under way, like a kill: run it again.
 */
public final class OrphanAsyncSweeper {
  private final SweepOptions options;
  private final PacedFlows paced;
  private final AsyncRunner runner;
  private final Sender<CompletableFuture<?>> sender;

  private OrphanAsyncSweeper(Builder builder) {
    this.options = builder.options(builder.client, builder.s3 != null);
    this.paced = builder.paced();
    this.runner = AsyncRunner.create(builder.threads());
    this.sender =
        Sender.async(
            builder.client,
            builder.s3 == null ? Sender.nothingElse() : ObjectCalls.async(builder.s3));
  }

  /** Starts a sweeper through {@code client}, which is no chunking client. */
  public static Builder builder(DynamoDbAsyncClient client) {
    return new Builder(client);
  }

  /** Finishes what is due now; fails with what {@link OrphanSweeper#sweep} throws. */
  public CompletableFuture<SweepReport> sweep() {
    return run(IntentSweep.flow(options));
  }

  /**
   * Makes one step of a deep sweep; fails with what {@link OrphanSweeper#deepSweep(String)} throws.
   *
   * @param cursor the cursor of the previous step; null to begin
   */
  public CompletableFuture<DeepSweepReport> deepSweep(@Nullable String cursor) {
    return run(DeepSweep.step(options, cursor));
  }

  /**
   * Takes part in a shared deep sweep, or begins it; fails with what {@link
   * OrphanSweeper#shareDeepSweep} throws.
   */
  public CompletableFuture<SharedSweepReport> shareDeepSweep(SharedPass pass) {
    return runner
        .run(DeepSweepTask.in(pass, options).run(System::nanoTime), sender, Deadline.NONE)
        .thenApply(total -> DeepSweepTask.report(total, options.dryRun()));
  }

  /** How far a shared deep sweep is; fails as {@link OrphanSweeper#deepSweepStatus} does. */
  public CompletableFuture<SharedSweepReport> deepSweepStatus(SharedPass pass) {
    return run(DeepSweepTask.in(pass, options).total())
        .thenApply(total -> DeepSweepTask.report(total, options.dryRun()));
  }

  /** See {@link OrphanSweeper#forgetDeepSweep}. */
  public CompletableFuture<Void> forgetDeepSweep(SharedPass pass) {
    return run(DeepSweepTask.in(pass, options).forgotten()).thenAccept(done -> {});
  }

  /**
   * See {@link OrphanSweeper#takeOwnership}.
   *
   * @throws IllegalStateException in a dry run, at once
   */
  public CompletableFuture<Void> takeOwnership() {
    options.requireWriting();
    return run(Ownership.taken(options)).thenAccept(done -> {});
  }

  private <T> CompletableFuture<T> run(Flow<T> flow) {
    return runner.run(paced.paced(flow), sender, Deadline.NONE);
  }

  /** Collects an {@link OrphanAsyncSweeper}. */
  public static final class Builder extends SweeperBuilder<Builder> {
    private final DynamoDbAsyncClient client;
    private @Nullable S3AsyncClient s3;

    private Builder(DynamoDbAsyncClient client) {
      refuseDecorated(client instanceof ChunkingDynamoDbAsyncClient);
      this.client = client;
    }

    @Override
    Builder self() {
      return this;
    }

    /** The client for values in S3; it must be allowed to list the bucket for deep sweeps. */
    public Builder s3(S3AsyncClient newClient) {
      this.s3 = Objects.requireNonNull(newClient);
      return this;
    }

    /**
     * Makes the sweeper; nothing is sent yet.
     *
     * @throws IllegalArgumentException as {@link OrphanSweeper.Builder#build} does
     */
    public OrphanAsyncSweeper build() {
      return new OrphanAsyncSweeper(this);
    }
  }
}
