package dev.evenkeel.upload;

import dev.evenkeel.core.ClientThreads;
import dev.evenkeel.core.client.StackLayer;
import dev.evenkeel.core.item.KeySchema;
import dev.evenkeel.upload.internal.UploadSettings;
import dev.evenkeel.upload.internal.shell.UploadJob;
import dev.evenkeel.upload.spec.CheckpointStore;
import dev.evenkeel.upload.spec.UploadListener;
import dev.evenkeel.upload.spec.UploadSource;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The builder of both uploads. Required: {@link #table(String, KeySchema) table} and {@link
 * #source}. Without {@link #checkpoints} an upload that ends early has to start over.
 *
 * @param <B> the concrete builder
 */
public abstract sealed class UploadBuilder<B extends UploadBuilder<B>>
    permits DistributedUpload.Builder, DistributedAsyncUpload.Builder {
  /** The default number of batches in flight. */
  public static final int CONCURRENCY_DEFAULT = 4;

  /** The default limit of attempts for one item. */
  public static final int ATTEMPTS_DEFAULT = 50;

  /** The default number of items in the window. */
  public static final int WINDOW_ITEMS_DEFAULT = 100_000;

  /** The default memory of the window: 32 MiB. */
  public static final long WINDOW_BYTES_DEFAULT = 32L << 20;

  /** Far more than the 50 connections of an SDK client. */
  private static final int CONCURRENCY_MAX = 1_000;

  private static final Duration SAVE_EVERY_DEFAULT = Duration.ofSeconds(1);

  /** Longer than any upload; in nanoseconds it is still a long. */
  private static final Duration SAVE_EVERY_MAX = Duration.ofDays(36_500);

  private @Nullable String table;
  private @Nullable KeySchema key;
  private @Nullable UploadSource source;
  private @Nullable CheckpointStore store;
  private Duration saveEvery = SAVE_EVERY_DEFAULT;
  private UploadListener listener = new UploadListener() {};
  private int concurrency = CONCURRENCY_DEFAULT;
  private int windowItemsMax = WINDOW_ITEMS_DEFAULT;
  private long windowBytesMax = WINDOW_BYTES_DEFAULT;
  private int attemptsMax = ATTEMPTS_DEFAULT;
  private long rejectedMax;
  private @Nullable Double unitsPerSecond;
  private ClientThreads threads = ClientThreads.shared();

  UploadBuilder() {}

  abstract B self();

  abstract Object client();

  /** The table to store into, by name or ARN, and its key as the client shows it. */
  public B table(String nameOrArn, KeySchema logicalKey) {
    this.table = nameOrArn;
    this.key = logicalKey;
    return self();
  }

  public B source(UploadSource newSource) {
    this.source = newSource;
    return self();
  }

  /** The store of the upload's checkpoint; one store for each upload. */
  public B checkpoints(CheckpointStore newStore) {
    this.store = newStore;
    return self();
  }

  /**
   * Sets how far the saved checkpoint may lag behind; one second by default. After a kill, what was
   * stored since is stored again.
   */
  public B saveEvery(Duration lagMax) {
    this.saveEvery = lagMax;
    return self();
  }

  /** The listener of the upload. */
  public B listener(UploadListener newListener) {
    this.listener = newListener;
    return self();
  }

  /**
   * Sets the number of records that may be rejected and skipped, over all runs of the upload.
   * {@link Long#MAX_VALUE} never stops.
   */
  public B rejectedMax(long recordsMax) {
    this.rejectedMax = recordsMax;
    return self();
  }

  /**
   * Sets the number of batches in flight, at most 1,000; keep it below the client's connections.
   */
  public B concurrency(int batchesMax) {
    this.concurrency = batchesMax;
    return self();
  }

  /**
   * Sets the maximum number of write units per second, indexes included; no limit by default. The
   * rate is measured by the capacity that DynamoDB reports. Over a chunking client, whose batches
   * do not report what is stored outside of items, it is the cost of the items by their size where
   * that is more. At most one second's units are saved up.
   */
  public B unitsPerSecond(double unitsMax) {
    this.unitsPerSecond = unitsMax;
    return self();
  }

  /**
   * The size of the read-ahead window. A larger window holds more partition keys of a sorted
   * source. Bytes are an estimate of the memory taken: the item's size, and 200 bytes for each
   * value in it. An item larger than that is uploaded alone.
   */
  public B window(int itemsMax, long bytesMax) {
    this.windowItemsMax = itemsMax;
    this.windowBytesMax = bytesMax;
    return self();
  }

  /**
   * Sets the maximum number of attempts for one item. Pauses grow to 20 seconds, of which a random
   * part is taken, so 50 attempts last about 7 minutes. The SDK's own retries are switched off for
   * these requests, so that they are not multiplied; over a chunking client, which makes several
   * requests of one, they stay.
   */
  public B attempts(int timesMax) {
    this.attemptsMax = timesMax;
    return self();
  }

  /**
   * The threads on which batches are sent, the source is read and the checkpoint saved side by
   * side, and what they are to have of the context of the thread that begins the upload; by default
   * {@link ClientThreads#shared()}. An asynchronous upload takes the context alone.
   */
  public B threads(ClientThreads newThreads) {
    this.threads = Objects.requireNonNull(newThreads);
    return self();
  }

  ClientThreads threads() {
    return threads;
  }

  UploadJob job() {
    if (table == null || key == null || source == null) {
      throw new IllegalArgumentException("an upload needs table(name, key) and source(source)");
    }
    if (listener == null || saveEvery == null) {
      throw new IllegalArgumentException("listener and saveEvery have defaults and cannot be null");
    }
    if (key.partition().size() > 1 || key.sort().size() > 1) {
      throw new IllegalArgumentException("the key of a table has one partition and one sort key");
    }
    require("concurrency", concurrency, concurrency > 0 && concurrency <= CONCURRENCY_MAX);
    require("window items", windowItemsMax, windowItemsMax > 0);
    require("window bytes", windowBytesMax, windowBytesMax > 0);
    require("attempts", attemptsMax, attemptsMax > 0);
    require("rejectedMax", rejectedMax, rejectedMax >= 0);
    require(
        "saveEvery",
        saveEvery,
        !saveEvery.isNegative() && saveEvery.compareTo(SAVE_EVERY_MAX) <= 0);
    require(
        "unitsPerSecond",
        unitsPerSecond,
        unitsPerSecond == null || (unitsPerSecond > 0 && !unitsPerSecond.isInfinite()));
    Long saveEveryNanos = store == null ? null : saveEvery.toNanos();
    UploadSettings settings =
        new UploadSettings(
            table,
            concurrency,
            windowItemsMax,
            windowBytesMax,
            attemptsMax,
            rejectedMax,
            unitsPerSecond,
            StackLayer.CHUNKING.isPartOf(client()),
            saveEveryNanos);
    return new UploadJob(settings, key, source, store, listener);
  }

  private static void require(String what, @Nullable Object value, boolean holds) {
    if (!holds) {
      throw new IllegalArgumentException("%s is out of range: %s".formatted(what, value));
    }
  }
}
