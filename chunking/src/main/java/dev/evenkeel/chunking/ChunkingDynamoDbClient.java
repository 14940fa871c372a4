package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.shell.MemoryBudget;
import dev.evenkeel.core.client.DelegatingDynamoDbClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.flow.SyncRunner;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A {@link DynamoDbClient} whose items may have values of any size: they are compressed, or kept
 * outside their items in chunks or in S3, and callers see none of it.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#chunking-client -->
 *
 * <pre>{@code
 * DynamoDbClient client = ChunkingDynamoDbClient.builder(plain).table(replies).build();
 * client.putItem(put -> put.tableName("replies").item(reply)); // of any size
 * }</pre>
 *
 * <ul>
 *   <li><b>Whole or not at all.</b> A value outside is written first, under a name that no other
 *       write has; then one transaction makes the item point to it. A reader sees the old value or
 *       the new one, never a part, and never none because the other was removed too soon: what was
 *       replaced stays for the spec's grace, and a reader who is later still reads the item again.
 *       Every value read is verified: count and size of chunks, length, SHA-256.
 *   <li><b>Nothing is lost.</b> A timeout, a crash or a pause at any moment leaves the old value or
 *       the new one; what neither needs is removed by an {@code OrphanSweeper}. A lost answer is
 *       resolved by ending the write's intent, never by deleting.
 *   <li><b>Cost.</b> A put of an item without values outside is one PutItem. One that brings a
 *       value outside is a read of the item (a unit per 4 KB), a note of 1 unit, the chunks (a unit
 *       per KB each) or the object, and a transaction of the item and the note, at 2 units per KB
 *       each. An unchanged value outside is looked for, which is a read of its last chunk or a
 *       HeadObject, and not written again if it is there. A read is one GetItem, and the chunks in
 *       batches, at a unit per 4 KB each.
 *   <li><b>Expressions.</b> Of a large attribute {@code SET attribute = :value}, {@code REMOVE
 *       attribute}, {@code attribute_exists} and {@code attribute_not_exists} are honoured;
 *       anything else that looks at it is refused, since DynamoDB would look at its stored form.
 *   <li><b>Return values.</b> What writes return is fetched too, unless the spec says otherwise. A
 *       write that brings a value outside is a transaction, which returns nothing. Old values are
 *       read just before it, under an optimistic lock for values outside. New values that an update
 *       writes are computed from that, with a lock also on what the update computes with: they are
 *       those of this very update. What else {@code ALL_NEW} shows is read just after it, and may
 *       be as another writer left it in between; if another has deleted the item or replaced the
 *       value by then, it is as it was read before.
 *   <li><b>Contention.</b> A write outside that finds the value replaced by another begins again
 *       with what it has staged; after 50 times it fails with a {@link
 *       dev.evenkeel.chunking.spec.ChunkingException} with reason {@code WRITE_CONTENDED}.
 *   <li><b>Transactions</b> stay one transaction. They take one action more for each table with a
 *       value that leaves its item, and no ClientRequestToken where they may replace values
 *       outside.
 *   <li>PartiQL and legacy parameters are refused with a {@link
 *       dev.evenkeel.core.RefusedOperationException} before anything is sent.
 *   <li>Tables without a spec pass through untouched, with the same request object.
 * </ul>
 *
 * <p>Safe for use by many threads, as the delegate is. Fan-outs run on its {@link
 * dev.evenkeel.core.ClientThreads}, by default threads that are shared by all clients of the
 * process; a call that needs one request runs on the caller's thread. Several large values of one
 * call are compressed and unpacked side by side. Closing this client leaves the delegate open
 * unless {@code closeDelegate(true)} was asked for.
 */
public final class ChunkingDynamoDbClient extends DelegatingDynamoDbClient implements Stacked {
  private final ChunkingPlanner planner;
  private final SyncRunner runner;
  private final Deadline.Timeouts timeouts;
  private final ObservedCalls observed;
  private final MemoryBudget memory;
  private final Sender<Object> sender;

  private ChunkingDynamoDbClient(Builder builder) {
    super(StackLayer.CHUNKING.over(builder.delegate), builder.ownership());
    this.planner = builder.planner(builder.s3 != null, builder.delegate);
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.runner = SyncRunner.create(builder.concurrency(), builder.threads());
    this.observed = builder.observed();
    this.memory = builder.memory();
    this.sender =
        Sender.sync(
            builder.delegate,
            builder.s3 == null ? ObjectCalls.syncPieces() : ObjectCalls.sync(builder.s3));
  }

  @Override
  public StackLayer layer() {
    return StackLayer.CHUNKING;
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> R invokeOperation(T request, Function<T, R> operation) {
    Flow<R> flow;
    try {
      flow = planner.plan(request);
    } catch (RuntimeException refusal) {
      throw observed.unplanned(request, refusal);
    }
    if (flow == null) {
      return operation.apply(request);
    }
    Deadline deadline = timeouts.of(request);
    return observed.run(runner, request, Plan.of(flow), memory.over(sender), deadline);
  }

  /** Values of this client's tables that need not be held whole: streams in both directions. */
  public LargeValues largeValues() {
    return new LargeValues(planner, this::run);
  }

  private Object run(Flow<?> flow) {
    return runner.run(
        flow.mapFailure(ValidationErrors::thrown), memory.over(sender), Deadline.NONE);
  }

  /** Collects a {@link ChunkingDynamoDbClient}. */
  public static final class Builder extends ChunkingClientBuilder<Builder> {
    private final DynamoDbClient delegate;
    private @Nullable S3Client s3;

    private Builder(DynamoDbClient delegate) {
      super(TableScope.of(delegate));
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    /** The client for values that go to S3. It is used, and never closed. */
    public Builder s3(S3Client client) {
      this.s3 = Objects.requireNonNull(client);
      return this;
    }

    /**
     * Makes the client.
     *
     * @throws IllegalArgumentException if there is no table, two specs name one table, a spec names
     *     a bucket and there is no S3 client, or the delegate is a decorator that has to be outside
     *     of this one, or has periods for items and not for their chunks
     */
    public ChunkingDynamoDbClient build() {
      return new ChunkingDynamoDbClient(this);
    }
  }
}
