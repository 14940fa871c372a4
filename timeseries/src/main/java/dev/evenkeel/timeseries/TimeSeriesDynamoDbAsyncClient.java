package dev.evenkeel.timeseries;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.internal.operation.SeriesPlanner;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * The asynchronous counterpart of {@link TimeSeriesDynamoDbClient}: the same plans, the same
 * guarantees, run by a runner that never blocks a thread.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#time-series-async -->
 *
 * <pre>{@code
 * DynamoDbAsyncClient client = TimeSeriesDynamoDbAsyncClient.builder(plain).table(clicks).build();
 * CompletableFuture<?> stored = client.putItem(put -> put.tableName("clicks").item(click));
 * }</pre>
 *
 * <p>Refusals arrive as failed futures. Cancelling the returned future cancels the sub-requests
 * under way. Futures complete on the delegate's completion threads.
 */
public final class TimeSeriesDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient
    implements Stacked {
  private final SeriesPlanner planner;
  private final AsyncRunner runner;
  private final Deadline.Timeouts timeouts;
  private final Sender<CompletableFuture<?>> sender;
  private final ObservedCalls observed;
  private final InstantSource clock;

  private TimeSeriesDynamoDbAsyncClient(Builder builder) {
    super(StackLayer.TIME_SERIES.over(builder.delegate), builder.ownership());
    this.planner = builder.planner();
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.runner = AsyncRunner.create(builder.concurrency(), builder.threads());
    this.sender = Sender.async(builder.delegate, Sender.nothingElse());
    this.observed = builder.observed();
    this.clock = builder.clock();
  }

  @Override
  public StackLayer layer() {
    return StackLayer.TIME_SERIES;
  }

  @Override
  public void requireAccepted(DynamoDbRequest request) {
    var unused = planner.plan(request, clock.instant());
  }

  @Override
  public @Nullable Periods periodsOf(String tableName) {
    return planner.periodsOf(tableName, clock::instant);
  }

  @Override
  public @Nullable String logicalNameOf(String tableName) {
    return planner.logicalNameOf(tableName);
  }

  @Override
  public void requireCompanion(String itemsTable, String rowsTable, KeySchema rowsKey) {
    planner.requireCompanion(itemsTable, rowsTable, rowsKey);
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbAsyncClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    return run(
        request, () -> planner.plan(request, clock.instant()), () -> operation.apply(request));
  }

  /**
   * Queries a series as {@link #query(QueryRequest)} does, and reports the state of each period.
   */
  public CompletableFuture<CoveredPage<QueryResponse>> queryCovered(QueryRequest request) {
    return run(
        request,
        () -> planner.covered(request, clock.instant()),
        TimeSeriesDynamoDbAsyncClient::noPlan);
  }

  /** Scans a series as {@link #scan(ScanRequest)} does, and reports the state of each period. */
  public CompletableFuture<CoveredPage<ScanResponse>> scanCovered(ScanRequest request) {
    return run(
        request,
        () -> planner.covered(request, clock.instant()),
        TimeSeriesDynamoDbAsyncClient::noPlan);
  }

  private static <R> CompletableFuture<R> noPlan() {
    return CompletableFuture.failedFuture(
        new IllegalStateException("a read that tells its coverage has a plan or is refused"));
  }

  /**
   * @param unmanaged sends a request that is no series'
   */
  private <R> CompletableFuture<R> run(
      DynamoDbRequest request,
      Supplier<@Nullable Flow<R>> plan,
      Supplier<CompletableFuture<R>> unmanaged) {
    Flow<R> flow;
    try {
      flow = plan.get();
    } catch (RuntimeException refusal) {
      return CompletableFuture.failedFuture(observed.unplanned(request, refusal));
    }
    return flow == null
        ? unmanaged.get()
        : observed.run(runner, request, Plan.of(flow), sender, timeouts.of(request));
  }

  /** Collects a {@link TimeSeriesDynamoDbAsyncClient}. */
  public static final class Builder extends TimeSeriesClientBuilder<Builder> {
    private final DynamoDbAsyncClient delegate;

    private Builder(DynamoDbAsyncClient delegate) {
      super(TableScope.of(delegate));
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    /** Makes the client; see {@link TimeSeriesDynamoDbClient.Builder#build()}. */
    public TimeSeriesDynamoDbAsyncClient build() {
      return new TimeSeriesDynamoDbAsyncClient(this);
    }
  }
}
