package dev.evenkeel.upload.spec;

import java.time.Duration;

/**
 * The progress of an upload. All numbers count from the start of this run.
 *
 * @param recordsRead records taken from the source, rejected ones included
 * @param itemsStored items that DynamoDB has taken
 * @param itemsRejected records that were passed over
 * @param itemsRetried how often an item had to be sent again, summed over all
 * @param batches answered requests, failed ones included
 * @param units capacity units that DynamoDB reported as consumed; over a chunking client at least
 *     what the items cost by their size
 * @param partitionKeys the distinct partition keys of each batch, summed over the batches
 * @param elapsed the time since the run began
 */
public record UploadProgress(
    long recordsRead,
    long itemsStored,
    long itemsRejected,
    long itemsRetried,
    long batches,
    double units,
    long partitionKeys,
    Duration elapsed) {

  /** Stored items a second; 0 before any time has passed. */
  public double itemsPerSecond() {
    double seconds = elapsed.toNanos() / 1e9;
    return seconds > 0 ? itemsStored / seconds : 0;
  }

  /**
   * The mean number of distinct partition keys in a batch: 25 is perfectly spread, 1 means that the
   * source gave nothing to spread. Logical keys are counted, so on a table with shards the writes
   * are spread further than this says. 0 before the first batch.
   */
  public double partitionKeysPerBatch() {
    return batches == 0 ? 0 : (double) partitionKeys / batches;
  }
}
