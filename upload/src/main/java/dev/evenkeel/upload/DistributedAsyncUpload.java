package dev.evenkeel.upload;

import dev.evenkeel.upload.internal.shell.AsyncUpload;
import dev.evenkeel.upload.internal.shell.SingleAttempts;
import dev.evenkeel.upload.spec.UploadReport;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/**
 * The asynchronous counterpart of {@link DistributedUpload}: the same plan, the same guarantees.
 * The source is read and the checkpoint saved by two threads of its own, so no thread of the client
 * ever blocks; the listener is called on whichever thread moves the upload on.
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/FurtherEntryPoints.java#async-upload -->
 *
 * <pre>{@code
 * CompletableFuture<UploadReport> report =
 *     DistributedAsyncUpload.builder(client)
 *         .table("hits", KeySchema.of(KeyAttribute.ofString("day"), KeyAttribute.ofString("at")))
 *         .source(UploadSources.lines(log, parser))
 *         .build()
 *         .start();
 * }</pre>
 */
public final class DistributedAsyncUpload {
  private final AsyncUpload upload;
  private final AtomicBoolean begun = new AtomicBoolean();

  private DistributedAsyncUpload(Builder builder) {
    UnaryOperator<BatchWriteItemRequest> once = SingleAttempts.over(builder.client);
    this.upload =
        new AsyncUpload(
            builder.job(),
            builder.threads(),
            batch -> builder.client.batchWriteItem(once.apply(batch)));
  }

  /** Starts an upload through {@code client}. */
  public static Builder builder(DynamoDbAsyncClient client) {
    return new Builder(client);
  }

  /**
   * Starts the upload. The future fails with what {@link DistributedUpload#run} throws. Cancelling
   * it cancels the batches under way, like a kill; {@link #stop} ends the run in good order.
   *
   * @throws IllegalStateException if this object has run already
   */
  public CompletableFuture<UploadReport> start() {
    if (begun.getAndSet(true)) {
      throw new IllegalStateException("an upload runs once: build another one");
    }
    return upload.start();
  }

  /** Requests the end of the run; see {@link DistributedUpload#stop}. */
  public void stop() {
    upload.stop();
  }

  /** Collects a {@link DistributedAsyncUpload}. */
  public static final class Builder extends UploadBuilder<Builder> {
    private final DynamoDbAsyncClient client;

    private Builder(DynamoDbAsyncClient client) {
      this.client = client;
    }

    @Override
    Builder self() {
      return this;
    }

    @Override
    DynamoDbAsyncClient client() {
      return client;
    }

    /**
     * Makes the upload; nothing is read or sent yet.
     *
     * @throws IllegalArgumentException if something is missing or out of range
     */
    public DistributedAsyncUpload build() {
      return new DistributedAsyncUpload(this);
    }
  }
}
