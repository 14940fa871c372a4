package dev.evenkeel.timeseries;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.timeseries.internal.operation.SeriesPlanner;
import dev.evenkeel.timeseries.spec.CoveredPage;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/**
 * A {@link DynamoDbClient} that shows one table per period as one table. It builds and changes no
 * tables; a {@code TableLifecycle} does.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#time-series-client -->
 *
 * <pre>{@code
 * DynamoDbClient client = TimeSeriesDynamoDbClient.builder(plain).table(clicks).build();
 * client.putItem(put -> put.tableName("clicks").item(click)); // to the table of its day
 * }</pre>
 *
 * <ul>
 *   <li><b>The item's time decides</b> which table it is in, never the clock, so a wrong clock
 *       misplaces no item. PutItem, UpdateItem, DeleteItem and GetItem cost what they cost plainly.
 *   <li><b>Late writes</b>, to a period that is over by more than the spec's lateness, and writes
 *       <b>too far ahead</b> of the clock are refused before anything is sent, with a {@link
 *       dev.evenkeel.timeseries.spec.ItemTimeException}, unless the spec accepts late ones. One in
 *       a batch or transaction fails all of it.
 *   <li><b>A table that is not there</b> fails a write with a {@link
 *       dev.evenkeel.timeseries.spec.MissingTableException}; so it does a read, unless the spec
 *       says {@code SKIP}, the period begins later, or it is past its retention.
 *   <li><b>Query</b> asks only the tables of the times that its key condition, or its filter,
 *       admits. In the order of time it reads one table after the other, in either direction, and
 *       stops when the page is full: no row is read that the page does not show. Such a page
 *       touches at most {@code tablesMax} tables and may end with fewer rows than asked for, or
 *       none, and a start key, as DynamoDB's pages may. In another order, as an index may have it,
 *       all tables are asked at once and merged exactly; of rows with one sort value those of the
 *       table that is read earlier come first. It is no snapshot.
 *   <li><b>Start keys</b> are an item's own key attributes, as on a plain table: the time in them
 *       determines the table. A page that ends between two tables without a row may have a start
 *       key that is no item's.
 *   <li><b>Scan</b> reads table after table, segments and all.
 *   <li>A read that does not say from when on begins with the first period that is not past its
 *       retention. One that would touch more than {@code tablesMax} tables is refused, unless it is
 *       in the order of time and says from when on.
 *   <li><b>BatchGetItem</b> and <b>BatchWriteItem</b> are one request for each period's table, sent
 *       at once, so that an old table keeps nothing from the live one. Throttled entries are
 *       returned as unprocessed, unless nothing was processed at all. Any other failure is thrown
 *       when all requests have ended; then some writes may have been applied, as with any batch.
 *   <li><b>Transactions</b> stay one transaction, whatever periods they span.
 *   <li>PartiQL, legacy parameters of reads, and operations on the logical table as a whole are
 *       refused with a {@link dev.evenkeel.core.RefusedOperationException}.
 *   <li>Tables without a spec pass through untouched, with the same request object; so do period
 *       tables that are named themselves.
 * </ul>
 *
 * <p>Failures of DynamoDB keep their SDK type and name the logical table.
 *
 * <p>Safe for use by many threads, as the delegate is. Fan-outs run on its {@link
 * dev.evenkeel.core.ClientThreads}, by default threads that are shared by all clients of the
 * process; a call that needs one request runs on the caller's thread. Closing this client leaves
 * the delegate open unless {@code closeDelegate(true)} was asked for.
 */
public final class TimeSeriesDynamoDbClient extends DelegatingDynamoDbClient implements Stacked {
  private final SeriesPlanner planner;
  private final SyncRunner runner;
  private final Deadline.Timeouts timeouts;
  private final Sender<Object> sender;
  private final ObservedCalls observed;
  private final InstantSource clock;

  private TimeSeriesDynamoDbClient(Builder builder) {
    super(StackLayer.TIME_SERIES.over(builder.delegate), builder.ownership());
    this.planner = builder.planner();
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.runner = SyncRunner.create(builder.concurrency(), builder.threads());
    this.sender = Sender.sync(builder.delegate, Sender.nothingElse());
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
  public static Builder builder(DynamoDbClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    Flow<R> flow = planned(request, planner::plan);
    return flow == null ? operation.apply(request) : run(request, flow);
  }

  /**
   * Queries a series as {@link #query(QueryRequest)} does, and reports the state of each period.
   */
  public CoveredPage<QueryResponse> queryCovered(QueryRequest request) {
    return run(request, planned(request, planner::covered));
  }

  /** Scans a series as {@link #scan(ScanRequest)} does, and reports the state of each period. */
  public CoveredPage<ScanResponse> scanCovered(ScanRequest request) {
    return run(request, planned(request, planner::covered));
  }

  private <T extends DynamoDbRequest, M extends @Nullable Object> M planned(
      T request, BiFunction<T, Instant, M> plan) {
    try {
      return plan.apply(request, clock.instant());
    } catch (RuntimeException refusal) {
      throw observed.unplanned(request, refusal);
    }
  }

  private <R> R run(DynamoDbRequest request, Flow<R> flow) {
    return observed.run(runner, request, Plan.of(flow), sender, timeouts.of(request));
  }

  /** Collects a {@link TimeSeriesDynamoDbClient}. */
  public static final class Builder extends TimeSeriesClientBuilder<Builder> {
    private final DynamoDbClient delegate;

    private Builder(DynamoDbClient delegate) {
      super(TableScope.of(delegate));
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Makes the client.
     *
     * @throws IllegalArgumentException if there is no series, two specs name one table, or could
     *     give two periods' tables one name, or the delegate is a decorator that has to be outside
     *     of this one
     */
    public TimeSeriesDynamoDbClient build() {
      return new TimeSeriesDynamoDbClient(this);
    }
  }
}
