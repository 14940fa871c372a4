package dev.evenkeel.upload.internal;

import org.jspecify.annotations.Nullable;

/** An item between being read and being settled. */
final class HeldItem {
  final UploadEntry.Item item;
  final PartitionQueue queue;

  /** How often it was sent and not stored. */
  int attempts;

  /** How many items a batch with this one may have: less once such a batch was refused. */
  int batchItemsMax = Window.BATCH_ITEMS_MAX;

  /** The next item of the source with the same key, which must be stored after this one. */
  @Nullable HeldItem successor;

  HeldItem(UploadEntry.Item item, PartitionQueue queue) {
    this.item = item;
    this.queue = queue;
  }
}
