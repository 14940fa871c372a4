package dev.evenkeel.core.batch;

import dev.evenkeel.core.client.DelegatingDynamoDbAsyncClient;
import dev.evenkeel.core.internal.batch.BatchPlanner;
import dev.evenkeel.core.internal.flow.AsyncRunner;
import dev.evenkeel.core.internal.flow.Deadline;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Sender;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;

/**
 * The same for asynchronous clients, with the guarantees, limits and costs of {@link
 * BatchingDynamoDbClient}. It never blocks. Cancelling a result cancels what is under way.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#batching-async -->
 *
 * <pre>{@code
 * DynamoDbAsyncClient client = BatchingDynamoDbAsyncClient.builder(plain).build();
 * CompletableFuture<BatchWriteItemResponse> stored =
 *     client.batchWriteItem(write -> write.requestItems(Map.of("orders", thousandPuts)));
 * }</pre>
 */
public final class BatchingDynamoDbAsyncClient extends DelegatingDynamoDbAsyncClient {
  private final BatchPlanner planner;
  private final AsyncRunner runner;
  private final Sender<CompletableFuture<?>> sender;
  private final Deadline.Timeouts timeouts;

  private BatchingDynamoDbAsyncClient(Builder builder) {
    super(builder.delegate, builder.ownership());
    this.planner = builder.planner();
    this.runner = AsyncRunner.create(builder.concurrency(), builder.threads());
    this.sender = Sender.async(builder.delegate, Sender.nothingElse());
    this.timeouts = Deadline.Timeouts.of(builder.delegate::serviceClientConfiguration);
  }

  /** Starts a client over {@code delegate}, which may be a decorator. */
  public static Builder builder(DynamoDbAsyncClient delegate) {
    return new Builder(delegate);
  }

  @Override
  protected <T extends DynamoDbRequest, R> CompletableFuture<R> invokeOperation(
      T request, Function<T, CompletableFuture<R>> operation) {
    Flow<R> flow = planner.plan(request);
    return flow == null ? operation.apply(request) : runner.run(flow, sender, timeouts.of(request));
  }

  /** Collects a {@link BatchingDynamoDbAsyncClient}. */
  public static final class Builder extends BatchingClientBuilder<Builder> {
    private final DynamoDbAsyncClient delegate;

    private Builder(DynamoDbAsyncClient delegate) {
      this.delegate = delegate;
    }

    @Override
    Builder self() {
      return this;
    }

    public BatchingDynamoDbAsyncClient build() {
      return new BatchingDynamoDbAsyncClient(this);
    }
  }
}
