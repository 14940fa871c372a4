package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.pace.CapacityPace;
import org.jspecify.annotations.Nullable;

/**
 * The caller's settings.
 *
 * @param table the table as the caller names it
 * @param concurrency how many batches may be under way at once
 * @param windowItemsMax how many items are held to choose from
 * @param windowBytesMax how much memory they may take
 * @param attemptsMax how often one item may be sent
 * @param rejectedMax how many records may be passed over
 * @param unitsPerSecond the pace; null if there is none
 * @param isOverChunking whether the client stores values outside of items: these may be larger than
 *     DynamoDB's, and batches report less than they consume
 * @param saveEveryNanos how long the saved checkpoint may lag; null if there is nowhere to save it
 */
public record UploadSettings(
    String table,
    int concurrency,
    int windowItemsMax,
    long windowBytesMax,
    int attemptsMax,
    long rejectedMax,
    @Nullable Double unitsPerSecond,
    boolean isOverChunking,
    @Nullable Long saveEveryNanos) {

  private static final int CHUNK_ITEMS_MAX = 500;
  private static final long CHUNK_BYTES_MAX = 1 << 20;

  /** The amount to read into the window; null while less than an eighth of it is free. */
  UploadRequest.@Nullable Read readInto(Window window) {
    int items = windowItemsMax - window.items();
    long bytes = windowBytesMax - window.heapBytes();
    return items >= (windowItemsMax + 7) / 8 && bytes >= windowBytesMax / 8
        ? new UploadRequest.Read(Math.min(items, CHUNK_ITEMS_MAX), Math.min(bytes, CHUNK_BYTES_MAX))
        : null;
  }

  boolean isHalfFull(Window window) {
    return window.items() >= windowItemsMax / 2 || window.heapBytes() >= windowBytesMax / 2;
  }

  CapacityPace pace() {
    return CapacityPace.atMost(unitsPerSecond);
  }
}
