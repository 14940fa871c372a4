package dev.evenkeel.upload.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The held items of one partition key. */
final class PartitionQueue {
  final AttributeValue partition;

  /** Those that may be sent, in the order of the source but for such as come again. */
  final Deque<HeldItem> ready = new ArrayDeque<>();

  /** All held items, those under way and those that wait for a predecessor included. */
  int held;

  /** How many pauses the key has to wait for. */
  int pauses;

  /** How many batches in a row could not store an item of this key. */
  int failures;

  boolean inTurn;

  PartitionQueue(AttributeValue partition) {
    this.partition = partition;
  }

  boolean mayTakeTurns() {
    return pauses == 0 && !inTurn && !ready.isEmpty();
  }
}
