package dev.evenkeel.core.batch;

import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.internal.batch.BatchPlanner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * A client that takes batches of any size, on any table: it sends a BatchGetItem of more than 100
 * keys and a BatchWriteItem of more than 25 writes in parts, and repeats what DynamoDB leaves
 * unprocessed. Other requests pass through untouched. It may stand anywhere in a stack, and is of
 * most use outside of all others: each part is then what a caller would send to them.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#batching -->
 *
 * <pre>{@code
 * DynamoDbClient client = BatchingDynamoDbClient.builder(plain).build();
 * BatchGetItemResponse all = // ten requests; what is unprocessed is asked for again
 *     client.batchGetItem(get -> get.requestItems(Map.of("orders", thousandKeys)));
 * }</pre>
 *
 * <ul>
 *   <li><b>Bound.</b> After {@link BatchingClientBuilder#fruitlessRepeats} in a row that brought
 *       nothing, what is left comes back in UnprocessedKeys or UnprocessedItems, as after one
 *       request. The SDK's {@code apiCallTimeout} bounds the whole, which may exceed it by the time
 *       of one request here, but not on the asynchronous client; when it passes, writes may have
 *       been made.
 *   <li><b>Throttling.</b> A part that was throttled in spite of the SDK's retries is left, and not
 *       repeated. If it is the first part of writes, or nothing at all was processed, its exception
 *       is thrown. After such a part, and after one of which nothing was processed, no other is
 *       begun until a pause has passed.
 *   <li><b>Order.</b> Parts follow the tables and entries of the request, and are sent at once, of
 *       writes after the first was accepted. Items of an answer come in any order, as always.
 *   <li><b>Failures.</b> After any other failure no part is begun; it is thrown when all parts
 *       under way have ended, with at most one further failure suppressed in it. Other parts may
 *       have been written then: a batch is no transaction. If the first part of writes is refused,
 *       nothing was written.
 *   <li><b>Duplicates.</b> An item that is named twice in a batch of several parts is refused as
 *       DynamoDB refuses it in one, before anything is written. A batch of several parts that names
 *       a table both by name and by ARN is refused, since it may name an item twice.
 *   <li><b>Cost.</b> On plain tables the units of the keys and writes, no more; a request for each
 *       100 keys or 25 writes and for each repetition, and a DescribeTable for each table and
 *       client where more than 25 writes are sent and {@link BatchingClientBuilder#keys} did not
 *       tell its keys. Consumed capacity is the sum, a figure for each table.
 *   <li><b>Over sharding with drawn shards, or counters,</b> a repetition costs more: a key that is
 *       left is asked for on all its shards again, and a delete is sent to all of them again,
 *       whatever was processed before. For tables with drawn shards set {@code fruitlessRepeats(0)}
 *       here and {@code maxProbe(n)} in the spec.
 * </ul>
 *
 * <p>Safe for use by many threads. Several parts at once are sent by its {@link
 * dev.evenkeel.core.ClientThreads}.
 */
public final class BatchingDynamoDbClient extends DelegatingDynamoDbClient {
  private final BatchPlanner planner;
  private final SyncRunner runner;
  private final Sender<Object> sender;
  private final Deadline.Timeouts timeouts;

  private BatchingDynamoDbClient(Builder builder) {
    super(builder.delegate, builder.ownership());
    this.planner = builder.planner();
    this.runner = SyncRunner.create(builder.concurrency(), builder.threads());
    this.sender = Sender.sync(builder.delegate, Sender.nothingElse());
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
  }

  /** Starts a client over {@code delegate}, which may be a decorator. */
  public static Builder builder(DynamoDbClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    Flow<R> flow = planner.plan(request);
    return flow == null ? operation.apply(request) : runner.run(flow, sender, timeouts.of(request));
  }

  /** Collects a {@link BatchingDynamoDbClient}. */
  public static final class Builder extends BatchingClientBuilder<Builder> {
    private final DynamoDbClient delegate;

    private Builder(DynamoDbClient delegate) {
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    public BatchingDynamoDbClient build() {
      return new BatchingDynamoDbClient(this);
    }
  }
}
