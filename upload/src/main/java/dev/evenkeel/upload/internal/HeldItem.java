package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.operation.RequestLimits;
import org.jspecify.annotations.Nullable;

/** An item that is read and not settled. */
final class HeldItem {
  final UploadEntry.Item item;
  final PartitionQueue queue;

  /** The number of attempts that did not store it. */
  int attempts;

  /** The maximum size of a batch with this item: less once such a batch was refused. */
  int batchItemsMax = RequestLimits.BATCH_WRITES_MAX;

  /** The next item of the source with the same key, which must be stored after this one. */
  @Nullable HeldItem successor;

  HeldItem(UploadEntry.Item item, PartitionQueue queue) {
    this.item = item;
    this.queue = queue;
  }
}
