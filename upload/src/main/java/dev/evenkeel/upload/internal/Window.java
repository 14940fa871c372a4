package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.operation.RequestLimits;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The read and unsettled items, by partition key.
 *
 * <p>Partition keys take turns, one item at a time, in a ring: a key that joins or returns goes to
 * its end, so each is served once a round and none starves. Of items with the same key only the
 * first is in the ring; the next follows when it is settled. So a batch never holds a key twice,
 * two versions of an item are never under way together, and the later one wins.
 */
final class Window {
  private final Map<AttributeValue, PartitionQueue> queues = new HashMap<>();
  private final Map<ItemKey, HeldItem> lastOfKey = new HashMap<>();
  private final Deque<PartitionQueue> ring = new ArrayDeque<>();
  private int items;
  private long heapBytes;

  /** The number of items held, those in flight included. */
  int items() {
    return items;
  }

  /** About what they take in memory. */
  long heapBytes() {
    return heapBytes;
  }

  void add(UploadEntry.Item item) {
    PartitionQueue queue = queues.computeIfAbsent(item.key().partition(), PartitionQueue::new);
    HeldItem held = new HeldItem(item, queue);
    queue.held++;
    items++;
    heapBytes += item.heapBytes();
    HeldItem predecessor = lastOfKey.put(item.key(), held);
    if (predecessor == null) {
      queue.ready.addLast(held);
      joinRing(queue);
    } else {
      predecessor.successor = held;
    }
  }

  private void joinRing(PartitionQueue queue) {
    if (queue.mayTakeTurns()) {
      queue.inTurn = true;
      ring.addLast(queue);
    }
  }

  /** Whether an item may be sent. Removes paused keys from the ring. */
  boolean hasReady() {
    while (!ring.isEmpty() && ring.element().pauses > 0) {
      ring.remove().inTurn = false;
    }
    return !ring.isEmpty();
  }

  /** Takes the next batch out of the ring; at least one item if any is ready. */
  List<HeldItem> takeBatch() {
    List<HeldItem> batch = new ArrayList<>(RequestLimits.BATCH_WRITES_MAX);
    int itemsMax = RequestLimits.BATCH_WRITES_MAX;
    while (batch.size() < itemsMax && hasReady()) {
      PartitionQueue queue = ring.element();
      HeldItem first = queue.ready.element();
      itemsMax = Math.min(itemsMax, first.batchItemsMax);
      if (batch.size() >= itemsMax) {
        break; // it does not fit into this batch and starts the next one
      }
      batch.add(queue.ready.remove());
      ring.remove();
      queue.inTurn = false;
      joinRing(queue);
    }
    return batch;
  }

  /** Removes a stored or skipped item and releases its successor. */
  void settle(HeldItem held) {
    PartitionQueue queue = held.queue;
    queue.held--;
    items--;
    heapBytes -= held.item.heapBytes();
    HeldItem successor = held.successor;
    if (successor == null) {
      lastOfKey.remove(held.item.key());
    } else {
      queue.ready.addLast(successor);
      joinRing(queue);
    }
    if (queue.held == 0) {
      queues.remove(queue.partition);
    }
  }

  /** Puts items that were not stored in front of the others of their partition keys. */
  void putBack(List<HeldItem> batch) {
    for (int i = batch.size() - 1; i >= 0; i--) {
      PartitionQueue queue = batch.get(i).queue;
      queue.ready.addFirst(batch.get(i));
      joinRing(queue);
    }
  }

  /** Keeps partition keys out of the ring until {@link #resume}. */
  void pause(Collection<PartitionQueue> keys) {
    keys.forEach(queue -> queue.pauses++);
  }

  void resume(Collection<PartitionQueue> keys) {
    for (PartitionQueue queue : keys) {
      queue.pauses--;
      joinRing(queue);
    }
  }
}
