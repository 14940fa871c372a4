package dev.evenkeel.timeseries;

import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Done;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.timeseries.internal.shell.Endpoints;
import dev.evenkeel.timeseries.internal.shell.LifecycleCalls;
import dev.evenkeel.timeseries.spec.archive.ArchivedTable;
import dev.evenkeel.timeseries.spec.archive.FoundArchive;
import dev.evenkeel.timeseries.spec.archive.RestoreOrder;
import dev.evenkeel.timeseries.spec.archive.RestoreReport;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleAsyncHook;
import dev.evenkeel.timeseries.spec.lifecycle.LifecyclePlan;
import dev.evenkeel.timeseries.spec.lifecycle.LifecycleReport;
import dev.evenkeel.timeseries.spec.lifecycle.SeriesStatus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * The asynchronous counterpart of {@link TableLifecycle}: the same flows, the same promises and
 * cost. Blocks no thread. Cancelling a result breaks the run off, like a kill: the next run
 * finishes it.
 */
public final class TableAsyncLifecycle {
  private final Lifecycles lifecycles;
  private final AsyncRunner runner;
  private final Sender<CompletableFuture<?>> sender;

  private TableAsyncLifecycle(Builder builder) {
    this.lifecycles = new Lifecycles(builder.specs(builder.s3 != null), builder.settings());
    this.runner = AsyncRunner.create(builder.threads());
    this.sender =
        LifecycleCalls.async(
            builder.client, builder.s3, builder.environment(), List.copyOf(builder.hooks));
  }

  /** Starts a lifecycle through {@code client}. */
  public static Builder builder(DynamoDbAsyncClient client) {
    return new Builder(client);
  }

  /** See {@link TableLifecycle#createControlTable}, with whose exceptions it fails. */
  public CompletableFuture<Void> createControlTable() {
    return nothing(lifecycles.createControlTable());
  }

  /** See {@link TableLifecycle#plan}, with whose exceptions it fails. */
  public CompletableFuture<List<LifecyclePlan>> plan() {
    return run(lifecycles.plan());
  }

  /** See {@link TableLifecycle#status}, with whose exceptions it fails. */
  public CompletableFuture<List<SeriesStatus>> status() {
    return run(lifecycles.status());
  }

  /**
   * See {@link TableLifecycle#apply}, with whose exceptions it fails.
   *
   * @throws IllegalArgumentException at once, if it is for a series without a spec here
   */
  public CompletableFuture<LifecycleReport> apply(LifecyclePlan plan) {
    return run(lifecycles.apply(plan));
  }

  /** See {@link TableLifecycle#run()}. */
  public CompletableFuture<List<LifecycleReport>> run() {
    return run(lifecycles.run());
  }

  /**
   * See {@link TableLifecycle#adopt}, with whose exceptions it fails.
   *
   * @throws IllegalArgumentException at once, if no spec here has a period of that name
   */
  public CompletableFuture<Void> adopt(String tableName) {
    return nothing(lifecycles.adopt(tableName));
  }

  /** See {@link TableLifecycle#checkControlTable}. */
  public CompletableFuture<List<String>> checkControlTable() {
    return run(lifecycles.checkControlTable());
  }

  /** See {@link TableLifecycle#planCatalogue}. */
  public CompletableFuture<List<FoundArchive>> planCatalogue() {
    return run(lifecycles.planCatalogue());
  }

  /** See {@link TableLifecycle#rebuildCatalogue}, with whose exceptions it fails. */
  public CompletableFuture<List<FoundArchive>> rebuildCatalogue() {
    return run(lifecycles.rebuildCatalogue());
  }

  /** See {@link TableLifecycle#archive}. */
  public CompletableFuture<List<LifecycleReport>> archive() {
    return run(lifecycles.archive());
  }

  /** See {@link TableLifecycle#archives}. */
  public CompletableFuture<List<ArchivedTable>> archives() {
    return run(lifecycles.archives());
  }

  /**
   * See {@link TableLifecycle#restartArchive}, with whose exceptions it fails.
   *
   * @throws IllegalArgumentException at once, as there
   */
  public CompletableFuture<Void> restartArchive(String tableName) {
    return nothing(lifecycles.restartArchive(tableName));
  }

  /**
   * See {@link TableLifecycle#restore}, with whose exceptions it fails.
   *
   * @throws IllegalArgumentException at once, as there
   */
  public CompletableFuture<RestoreReport> restore(RestoreOrder order) {
    return run(lifecycles.restore(order));
  }

  /** See {@link TableLifecycle#acceptClock}. */
  public CompletableFuture<Void> acceptClock() {
    return nothing(lifecycles.acceptClock());
  }

  private CompletableFuture<Void> nothing(Flow<Done> flow) {
    CompletableFuture<Done> running = run(flow);
    CompletableFuture<Void> result = running.thenAccept(done -> {});
    var unused = result.whenComplete((done, failure) -> running.cancel(false));
    return result;
  }

  private <T> CompletableFuture<T> run(Flow<T> flow) {
    return runner.run(flow, sender, Deadline.NONE);
  }

  /** Collects a {@link TableAsyncLifecycle}. */
  public static final class Builder extends LifecycleBuilder<Builder> {
    private final DynamoDbAsyncClient client;
    private @Nullable S3AsyncClient s3;
    private final List<LifecycleAsyncHook> hooks = new ArrayList<>();

    private Builder(DynamoDbAsyncClient client) {
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
    public Builder s3(S3AsyncClient newClient) {
      this.s3 = Objects.requireNonNull(newClient);
      return this;
    }

    /** Adds a hook. All hooks are called concurrently, also if one of them fails. */
    public Builder hook(LifecycleAsyncHook hook) {
      hooks.add(Objects.requireNonNull(hook));
      return this;
    }

    /**
     * Makes the lifecycle; nothing is sent yet.
     *
     * @throws IllegalArgumentException as {@link TableLifecycle.Builder#build} does
     */
    public TableAsyncLifecycle build() {
      return new TableAsyncLifecycle(this);
    }
  }
}
