package dev.evenkeel.sharding;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.explain.Explanation;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.sharding.internal.heat.HeatWatch;
import dev.evenkeel.sharding.internal.operation.ShardingExplainer;
import dev.evenkeel.sharding.internal.operation.ShardingPlanner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A {@link DynamoDbClient} that spreads the hot logical keys of the tables it was given over
 * shards, and shows them to its callers as if they were not.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#sharding-client -->
 *
 * <pre>{@code
 * ShardingSpec hits =
 *     ShardingSpec.builder("hits").partitionKey("day").sortKey("at").shards(22).build();
 * DynamoDbClient client = ShardingDynamoDbClient.builder(plain).table(hits).build();
 * client.putItem(put -> put.tableName("hits").item(hit)); // to one of 22 stored keys
 * QueryResponse newest = // the newest 20 of all
 *     client.query(
 *         query ->
 *             query
 *                 .tableName("hits")
 *                 .keyConditionExpression("#day = :day")
 *                 .expressionAttributeNames(Map.of("#day", "day"))
 *                 .expressionAttributeValues(Map.of(":day", TODAY))
 *                 .scanIndexForward(false)
 *                 .limit(20));
 * }</pre>
 *
 * <ul>
 *   <li>PutItem costs as much as on a plain table, and so does GetItem where the key, or an
 *       attribute given beside it, determines the shard. Elsewhere GetItem reads every shard.
 *   <li>UpdateItem and DeleteItem under a calculated selector cost what they cost plainly too. An
 *       attribute outside the key that the shard is calculated from is given in the request's key
 *       beside the key attributes; an update then also sets it if the item does not have it, and
 *       may not change it. Where the key does not tell the shard, every shard is read first (each
 *       at least one read unit, up to {@code maxProbe} if the spec sets it) and the write goes to
 *       where the item was found, on condition that it is still there. That is not isolated: an
 *       item that is put between reading and writing is missed. An item on several shards is left
 *       alone ({@link dev.evenkeel.sharding.spec.ItemLookupException}); an update that finds none
 *       creates none ({@link dev.evenkeel.sharding.spec.ItemLookupException}) unless the spec says
 *       {@code upsertOnDrawnShard()}. To learn whether its condition holds of a missing item, an
 *       update sends a DeleteItem that can delete nothing, which needs the permission for it.
 *   <li>Query reads all shards at once and merges them: exact sort-key order in both directions,
 *       exact {@code Limit}, start keys that are the item's own key (with one attribute more where
 *       items of several shards share a sort key). It costs at least half a read unit per shard and
 *       page. It is not a snapshot: a concurrent write may show in one shard only.
 *   <li>Query on an index whose partition key is the sharded attribute does the same in the order
 *       of the index, if the spec declares it, and is refused if not. Items with one sort value
 *       come shard by shard, in one sequence for every page size. A start key is the item's keys of
 *       index and table; one that does not tell the shard is refused. Query on any other index
 *       passes through as one request with logical keys, but may not compare the sharded attribute.
 *   <li>Scan passes through with logical keys. Items of one logical key come shard by shard, not
 *       together and not in the order of their sort keys.
 *   <li>Expressions name the logical key: a write puts it in the place of the sharded attribute; a
 *       filter of a Scan, or of a Query that passes through, is rewritten for the stored keys.
 *       Expressions that cannot be rewritten exactly are refused, such as {@code size} of the key,
 *       or so many shards that DynamoDB's limits of expressions are passed.
 *   <li>BatchGetItem and BatchWriteItem take sharded and plain tables together; see below.
 *   <li>A transaction stays one transaction, with one action on each item, whatever tables it
 *       names, and costs the same. An Update, Delete or ConditionCheck must tell the shard of its
 *       item; a Put may have it drawn, if it has no condition. A drawn shard follows from the
 *       ClientRequestToken and the place of the action, so that a retry with the same token is the
 *       same request; without a token every call draws anew. A Get whose key does not tell the
 *       shard becomes one per shard, at two read units or more each, as long as all fit into
 *       DynamoDB's 100 actions.
 *   <li>CreateTable, UpdateTable, DescribeTable and DeleteTable speak of the logical key; a number
 *       is an S in the table, for its indexes too. A key that is not the spec's is refused. A
 *       backup is restored under a sharded name only from a table that is sharded alike;
 *       ImportTable is refused. Operations on the table as a whole (throughput, TTL, tags, backups,
 *       exports, streams, policies) pass through: exports and streams hold physical items.
 *   <li>Tables without a spec pass through untouched, with the same request object.
 * </ul>
 *
 * <p><b>Batches.</b> A batch in which every key determines its shard stays one request. A key that
 * does not is read on every shard, up to the spec's {@code maxProbe}; so is it deleted, if the spec
 * says {@code uniqueSortKeys()}. That takes more requests of 100 keys, all at once, or of 25
 * deletes, sent when DynamoDB has accepted the first request, which holds a part of everything: a
 * batch that it refuses changes nothing. Unprocessed keys and items are returned as the caller
 * wrote them, each key once. A key is processed when all its shards are, and until then an item
 * found for it is held back: the usual loop over unprocessed keys or items loses and doubles
 * nothing. Nothing is repeated inside. Throttled sub-requests count as unprocessed, unless nothing
 * was processed at all. Any other failure is thrown when all sub-requests have ended, and then, as
 * ever with BatchWriteItem, some writes may have been applied. To repeat them is safe under a
 * calculated selector; a put under a drawn one may end up on two shards. Keys that are equal as
 * logical keys are refused as DynamoDB refuses a key that stands twice in a batch. A response may
 * pass DynamoDB's 16 MB, each sub-request having its own.
 *
 * <p><b>Counters.</b> On a table with a {@link dev.evenkeel.sharding.spec.CounterSpec} an
 * UpdateItem that only adds numbers to summed attributes goes to one drawn row, as one write; it
 * has no condition and returns no values. GetItem and BatchGetItem read all rows of a counter, at
 * half a read unit each (one if consistent), and sum exactly; Query merges all shards and sums the
 * rows of each sort key, in exact order, with exact {@code Limit} and the counter's own key as
 * start key. Attributes that are neither key nor summed are not shown. A sum that DynamoDB could
 * not hold is an {@link dev.evenkeel.sharding.spec.UnsummableCounterException}, never rounded, and
 * fails the page or batch it is in. A sum is no snapshot: additions made while it is read may be in
 * it or not, but what was added before is in a consistent one. DeleteItem removes all rows with one
 * request each, a write unit each; if one fails, some may be gone, and to repeat it is safe. An
 * addition made meanwhile may stay. Puts, other updates, scans, transactions, index queries and
 * filters are refused.
 *
 * <p><b>An addition is not idempotent</b>, here as plainly: when its answer is lost, it may have
 * been counted, and repeating it, as the SDK's own retries do, may count it twice. Where each must
 * count once, keep an item for each (a vote by its voter, put on condition that there is none, and
 * counted from the table's stream), or let the counter be an estimate.
 *
 * <p>Other operations on a managed table, legacy parameters and PartiQL are refused with a {@link
 * dev.evenkeel.core.RefusedOperationException} before anything is sent. Failures of DynamoDB keep
 * their SDK type and quote logical keys; one failed shard fails the page, and the start key before
 * it resumes.
 *
 * <p>Safe for use by many threads, as the delegate is. Fan-outs run on its {@link
 * dev.evenkeel.core.ClientThreads}, by default threads that are shared by all clients of the
 * process, appear when needed and idle out; a call that needs one request runs on the caller's
 * thread. Closing this client leaves the delegate open unless {@code closeDelegate(true)} was asked
 * for.
 */
public final class ShardingDynamoDbClient extends DelegatingDynamoDbClient implements Stacked {
  private final ShardingPlanner planner;
  private final SyncRunner runner;
  private final Sender<Object> sender;
  private final Deadline.Timeouts timeouts;
  private final ObservedCalls observed;
  private final ShardingExplainer explainer;
  private final @Nullable HeatWatch heat;

  private ShardingDynamoDbClient(Builder builder) {
    super(builder.placed(builder.delegate), builder.ownership());
    this.planner = builder.planner(builder.delegate);
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.runner = SyncRunner.create(builder.concurrency(), builder.threads());
    this.sender = Sender.sync(builder.delegate, Sender.nothingElse()).with(planner.failures());
    this.observed = builder.observed();
    this.explainer = new ShardingExplainer(planner, builder.concurrency());
    this.heat = builder.heatWatch(Sender.sync(builder.delegate, Sender.nothingElse()), observed);
  }

  @Override
  public StackLayer layer() {
    return StackLayer.SHARDING;
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    Plan<R> plan;
    try {
      plan = planner.plan(request);
    } catch (RuntimeException refusal) {
      throw observed.unplanned(request, refusal);
    }
    return plan == null
        ? operation.apply(request)
        : observed.run(
            runner,
            request,
            heat == null ? plan : heat.watched(request, plan),
            sender,
            timeouts.of(request));
  }

  /**
   * Explains how this client would handle {@code request} and its least cost, without sending
   * anything: the sub-requests of the first round, what may follow, or why the request is refused.
   * Uses no rows that were read ahead and records no write.
   *
   * <p>Where the shard is drawn, an explanation draws one too: an example. A rotating selector
   * moves on by that.
   *
   * @throws dev.evenkeel.core.DecoratorException if the operation is newer than this Evenkeel
   */
  public Explanation explain(DynamoDbRequest request) {
    return explainer.explain(request);
  }

  /** Collects a {@link ShardingDynamoDbClient}. */
  public static final class Builder extends ShardingClientBuilder<Builder> {
    private final DynamoDbClient delegate;

    private Builder(DynamoDbClient delegate) {
      super(TableScope.of(delegate), delegate::serviceClientConfiguration);
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
     *     delegate is a decorator that has to be outside of this one
     */
    public ShardingDynamoDbClient build() {
      return new ShardingDynamoDbClient(this);
    }
  }
}
