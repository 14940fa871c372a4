package dev.evenkeel.upload;

import dev.evenkeel.upload.internal.shell.SingleAttempts;
import dev.evenkeel.upload.internal.shell.SyncUpload;
import dev.evenkeel.upload.internal.shell.UploadJob;
import dev.evenkeel.upload.spec.UploadReport;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

/**
 * Uploads a source of any size so that consecutive writes go to different partition keys, also
 * where the source is sorted by them: AWS's "Distribute Write Activity During Data Upload".
 * <!-- snippet: examples/src/test/java/dev/evenkeel/examples/EntryPoints.java#upload -->
 *
 * <pre>{@code
 * UploadReport report =
 *     DistributedUpload.builder(client)
 *         .table("hits", sharding().logicalKey())
 *         .source(UploadSources.lines(log, parser))
 *         .checkpoints(FileCheckpoints.at(log.resolveSibling("hits.checkpoint")))
 *         .build()
 *         .run();
 * }</pre>
 *
 * <ul>
 *   <li><b>Spread.</b> A window of items is read ahead, and partition keys take turns in it, one
 *       item each. A source with one partition key in the window at a time cannot be spread: {@link
 *       dev.evenkeel.upload.spec.UploadProgress#partitionKeysPerBatch} shows it. Over a sharding
 *       client one logical key is spread over its shards.
 *   <li><b>Order.</b> Of items with the same key the one later in the source wins: it is sent when
 *       the earlier one is stored. Between different keys there is no order.
 *   <li><b>Cost.</b> BatchWriteItem with up to 25 items, and nothing else. A window below half is
 *       filled before anything is sent, but at the source's end.
 *   <li><b>Retries.</b> Items that come back unprocessed, are throttled, or fail with a retryable
 *       error, are sent again after a pause that doubles, with full jitter; their partition keys
 *       rest meanwhile and others continue.
 *   <li><b>Bad items.</b> A record that cannot be read, has no valid key, is above 400 KB and not
 *       for a chunking client, or is refused by DynamoDB or the client is rejected with its
 *       position and reported to the listener. A batch that is refused is halved until the one item
 *       is found. The first rejection stops the upload unless {@code rejectedMax} says otherwise.
 *   <li><b>Resuming.</b> With a checkpoint store an upload that was killed, stopped or failed
 *       continues when it is run again, at least from the checkpoint saved last. Items stored since
 *       are stored again, which changes nothing: a put replaces the item by itself, and an upload's
 *       puts to a table whose selector draws go to the same shard each time. But if another writer
 *       has changed an item in between, the source's version overwrites it.
 *   <li><b>Memory.</b> The window, {@code 32 MiB} by default, and one read and the batches under
 *       way.
 * </ul>
 *
 * <p>It works over any client, a sharding client or another decorator included. One object is one
 * run.
 */
public final class DistributedUpload {
  private final SyncUpload upload;
  private final AtomicBoolean begun = new AtomicBoolean();

  private DistributedUpload(Builder builder) {
    UploadJob job = builder.job();
    UnaryOperator<BatchWriteItemRequest> once = SingleAttempts.over(builder.client);
    this.upload =
        new SyncUpload(
            job, builder.threads(), batch -> builder.client.batchWriteItem(once.apply(batch)));
  }

  /** Starts an upload through {@code client}. */
  public static Builder builder(DynamoDbClient client) {
    return new Builder(client);
  }

  /**
   * Uploads until the source ends, the upload fails, or {@link #stop} is called. Batches are sent
   * by this thread and by those of {@link Builder#threads}.
   *
   * @throws dev.evenkeel.upload.spec.UploadFailedException if it ends before its source; it has the
   *     report of what is stored
   * @throws dev.evenkeel.upload.spec.InvalidCheckpointException if the checkpoint found is of
   *     another upload; nothing was written
   * @throws software.amazon.awssdk.core.exception.AbortedException if this thread is interrupted:
   *     like a kill, the last saved checkpoint holds
   * @throws IllegalStateException if this object has run already
   */
  public UploadReport run() {
    if (begun.getAndSet(true)) {
      throw new IllegalStateException("an upload runs once: build another one");
    }
    return upload.run();
  }

  /**
   * Requests the end of the run, from any thread: nothing more is sent, batches in flight are
   * awaited and the checkpoint is saved. A source that blocks in a read may delay it. Items that
   * were read and not sent are for the next run.
   */
  public void stop() {
    upload.stop();
  }

  /** Collects a {@link DistributedUpload}. */
  public static final class Builder extends UploadBuilder<Builder> {
    private final DynamoDbClient client;

    private Builder(DynamoDbClient client) {
      this.client = client;
    }

    @Override
    Builder self() {
      return this;
    }

    @Override
    DynamoDbClient client() {
      return client;
    }

    /**
     * Makes the upload; nothing is read or sent yet.
     *
     * @throws IllegalArgumentException if something is missing or out of range
     */
    public DistributedUpload build() {
      return new DistributedUpload(this);
    }
  }
}
