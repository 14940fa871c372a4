package dev.evenkeel.chunking;

import dev.evenkeel.chunking.internal.operation.ChunkingPlanner;
import dev.evenkeel.chunking.internal.shell.MemoryBudget;
import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.client.StackLayer.Stacked;
import dev.evenkeel.core.internal.answer.ValidationErrors;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.Sender;
import dev.evenkeel.core.internal.listen.ObservedCalls;
import dev.evenkeel.core.internal.operation.TableScope;
import dev.evenkeel.objects.internal.shell.ObjectCalls;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.s3.S3AsyncClient;

/**
 * The asynchronous counterpart of {@link ChunkingDynamoDbClient}: the same guarantees, costs and
 * refusals, from the same plans. A refusal fails the future.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#chunking-async -->
 *
 * <pre>{@code
 * DynamoDbAsyncClient client = ChunkingDynamoDbAsyncClient.builder(plain).table(replies).build();
 * CompletableFuture<GetItemResponse> whole =
 *     client.getItem(get -> get.tableName("replies").key(key));
 * }</pre>
 *
 * <p>Blocks no thread. Compressing, hashing and unpacking are done neither by the calling thread
 * nor where a request completes, but by threads of the JVM's that do nothing else; only items of 4
 * KiB or less are unpacked at once.
 */
public final class ChunkingDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient
    implements Stacked {
  private final ChunkingPlanner planner;
  private final AsyncRunner runner;
  private final ClientThreads threads;
  private final Deadline.Timeouts timeouts;
  private final ObservedCalls observed;
  private final MemoryBudget memory;
  private final Sender<CompletableFuture<?>> sender;

  private ChunkingDynamoDbAsyncClient(Builder builder) {
    super(StackLayer.CHUNKING.over(builder.delegate), builder.ownership());
    this.planner = builder.planner(builder.s3 != null, builder.delegate);
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
    this.threads = builder.threads();
    this.runner = AsyncRunner.create(builder.concurrency(), threads);
    this.observed = builder.observed();
    this.memory = builder.memory();
    this.sender =
        Sender.async(
            builder.delegate,
            builder.s3 == null ? ObjectCalls.asyncPieces() : ObjectCalls.async(builder.s3));
  }

  @Override
  public StackLayer layer() {
    return StackLayer.CHUNKING;
  }

  /** Starts a client over {@code delegate}. */
  public static Builder builder(DynamoDbAsyncClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    Flow<R> flow;
    try {
      flow = planner.plan(request);
    } catch (RuntimeException refusal) {
      return CompletableFuture.failedFuture(observed.unplanned(request, refusal));
    }
    if (flow == null) {
      return operation.apply(request);
    }
    Deadline deadline = timeouts.of(request);
    return observed.run(runner, request, Plan.of(flow), memory.over(sender), deadline);
  }

  /** Values of this client's tables that need not be held whole: streams in both directions. */
  public LargeAsyncValues largeValues() {
    return new LargeAsyncValues(planner, flow -> start(flow), threads);
  }

  private CompletableFuture<Object> start(Flow<?> flow) {
    Flow<Object> any = flow.map(result -> result);
    return runner.run(any.mapFailure(ValidationErrors::thrown), memory.over(sender), Deadline.NONE);
  }

  /** Collects a {@link ChunkingDynamoDbAsyncClient}. */
  public static final class Builder extends ChunkingClientBuilder<Builder> {
    private final DynamoDbAsyncClient delegate;
    private @Nullable S3AsyncClient s3;

    private Builder(DynamoDbAsyncClient delegate) {
      super(TableScope.of(delegate));
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    /** The client for values that go to S3. It is used, and never closed. */
    public Builder s3(S3AsyncClient client) {
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
    public ChunkingDynamoDbAsyncClient build() {
      return new ChunkingDynamoDbAsyncClient(this);
    }
  }
}
