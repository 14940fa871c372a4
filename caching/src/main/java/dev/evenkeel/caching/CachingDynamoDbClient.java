package dev.evenkeel.caching;

import dev.evenkeel.caching.internal.operation.CachedCall;
import dev.evenkeel.caching.internal.operation.CachingPlanner;
import dev.evenkeel.caching.internal.shell.CallSender;
import dev.evenkeel.caching.internal.shell.Refreshes;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;

/**
 * A {@link DynamoDbClient} that answers reads of popular items from memory.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#caching-client -->
 *
 * <pre>{@code
 * DynamoDbClient client =
 *     CachingDynamoDbClient.builder(plain)
 *         .table(prices)
 *         .cache(ItemCache.ofBytes(64 << 20))
 *         .build();
 * }</pre>
 *
 * <ul>
 *   <li><b>GetItem and BatchGetItem</b> of tables with a spec are answered from an {@link
 *       ItemCache}, if the item is popular and was read not longer ago than the spec's time to
 *       live. Callers that ask for the same item at once share one read.
 *   <li><b>An answer from memory lacks none of the caller's own writes</b>, nor those of other
 *       callers of clients with this cache: it holds every write that had ended before the read
 *       began. It is never older than the time to live against writes of other processes. This
 *       holds because reads that fill the cache are consistent; a spec that says {@code eventual()}
 *       gives up the first promise.
 *   <li><b>Queries</b> of a table are answered from memory in the same way, page by page, if its
 *       spec says {@code pages()}. A write takes all pages of its partition key value out.
 *   <li>Consistent reads, transactions, queries of indexes and scans are never answered from
 *       memory, nor are requests with credentials or a configuration of their own. They are sent as
 *       they are.
 *   <li>Every write is sent as it is. Its items leave memory before. PartiQL writes, and the end of
 *       a table, empty the memory of this client's tables.
 * </ul>
 *
 * <p><b>Cost.</b> A read from memory costs nothing and says so where consumed capacity is asked
 * for. A read that fills the cache is consistent: a read unit for each 4 KB, twice that of an
 * eventually consistent one. Reads of items that are not popular cost what they cost without a
 * cache, and so do, for as long as {@code popular} counts, 31 of 32 reads of items that were filled
 * twice and did not stay in memory. In a batch, all items of a table are read consistently if a
 * popular one is among them.
 *
 * <p>Failures are DynamoDB's own. A read that is shared fails for all who share it if DynamoDB
 * refuses it; if the caller that has sent it gives up, another one sends it. A batch that is
 * refused fails for its caller alone, and others read its items anew. A key that another caller's
 * read was throttled for is among the unprocessed keys of a batch; so is the rest of a batch that
 * has got something before it is throttled.
 *
 * <p>Safe for use by many threads, as the delegate is. Calls run on the caller's thread; reads
 * ahead of time run on its {@link ClientThreads}, by default threads that are shared by all clients
 * of the process. Closing this client leaves the delegate open unless {@code closeDelegate(true)}
 * was asked for.
 */
public final class CachingDynamoDbClient extends DelegatingDynamoDbClient implements Stacked {
  private final ItemCache cache;
  private final CachingPlanner planner;
  private final SyncRunner runner;
  private final ClientThreads threads;
  private final Sender<Object> sender;
  private final Deadline.Timeouts timeouts;
  private final ObservedCalls observed;

  private CachingDynamoDbClient(Builder builder) {
    super(StackLayer.CACHING.over(builder.delegate), builder.ownership());
    this.cache = builder.cache();
    this.planner = builder.planner(cache, false);
    this.threads = builder.threads();
    this.runner = SyncRunner.create(threads);
    this.sender = Sender.sync(builder.delegate, Sender.nothingElse());
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.observed = builder.observed();
  }

  @Override
  public StackLayer layer() {
    return StackLayer.CACHING;
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbClient delegate) {
    return new Builder(delegate);
  }

  /** The items in memory. */
  public ItemCache cache() {
    return cache;
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    DynamoDbResponse hit = planner.hit(request);
    if (hit != null) {
      if (planner.isReadAhead(request)) {
        refresh(request);
      }
      return TableCall.response(hit);
    }
    CachedCall call = new CachedCall();
    Flow<R> flow = planned(request, call);
    return flow == null
        ? operation.apply(request)
        : observed.run(
            runner,
            request,
            Plan.of(flow),
            new CallSender<>(call, sender, cache.tierCalls()),
            timeouts.of(request));
  }

  private <R> @Nullable Flow<R> planned(DynamoDbRequest request, CachedCall call) {
    try {
      return planner.plan(request, call);
    } catch (RuntimeException refusal) {
      throw observed.unplanned(request, refusal);
    }
  }

  private void refresh(DynamoDbRequest request) {
    CachedCall call = new CachedCall();
    Flow<?> flow = planner.refresh(request, call);
    if (flow != null) {
      Refreshes.begin(
          threads,
          () ->
              runner.run(
                  flow, new CallSender<>(call, sender, cache.tierCalls()), timeouts.of(request)));
    }
  }

  /**
   * Explains how this client would handle {@code request}, without sending or counting anything:
   * whether the answer is in memory, what would be sent, and what the cache has done so far.
   *
   * @throws dev.evenkeel.core.DecoratorException if the operation is newer than this Evenkeel
   */
  public Explanation explain(DynamoDbRequest request) {
    return planner.explain(request);
  }

  /** Collects a {@link CachingDynamoDbClient}. */
  public static final class Builder extends CachingClientBuilder<Builder> {
    private final DynamoDbClient delegate;

    private Builder(DynamoDbClient delegate) {
      super(TableScope.of(delegate), delegate);
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    /**
     * Makes the client.
     *
     * @throws IllegalArgumentException if there is no table, two specs name one table, or the
     *     shared cache has another spec for one, another region or account, or other decorators
     *     below it
     */
    public CachingDynamoDbClient build() {
      return new CachingDynamoDbClient(this);
    }
  }
}
