package dev.evenkeel.upload.internal;

import java.util.ArrayDeque;
import java.util.Deque;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The held items of one partition key. */
final class PartitionQueue {
  final AttributeValue partition;

  /** The items that may be sent, in the order of the source except for retries. */
  final Deque<HeldItem> ready = new ArrayDeque<>();

  /** All held items, those under way and those that wait for a predecessor included. */
  int held;

  /** The number of pauses that the key waits for. */
  int pauses;

  /** The number of consecutive batches that could not store an item of this key. */
  int failures;

  boolean inTurn;

  PartitionQueue(AttributeValue partition) {
    this.partition = partition;
  }

  boolean mayTakeTurns() {
    return pauses == 0 && !inTurn && !ready.isEmpty();
  }
}
