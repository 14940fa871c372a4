package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Batches as callers write them: again and again until nothing is left unprocessed. */
final class Batches {
  private static final int ROUNDS_MAX = 200;

  private Batches() {}

  static WriteRequest put(Map<String, AttributeValue> item) {
    return WriteRequest.builder().putRequest(put -> put.item(item)).build();
  }

  static WriteRequest delete(Map<String, AttributeValue> key) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(key)).build();
  }

  static KeysAndAttributes keys(List<Map<String, AttributeValue>> keys) {
    return KeysAndAttributes.builder().keys(keys).consistentRead(true).build();
  }

  static BatchGetItemRequest get(Map<String, KeysAndAttributes> items) {
    return BatchGetItemRequest.builder().requestItems(items).build();
  }

  static BatchWriteItemRequest write(Map<String, List<WriteRequest>> items) {
    return BatchWriteItemRequest.builder().requestItems(items).build();
  }

  /** Reads until no key is left; returns how many rounds it took. */
  static int getAll(
      ClientUnderTest client,
      Map<String, KeysAndAttributes> items,
      Map<String, List<Map<String, AttributeValue>>> found) {
    Map<String, KeysAndAttributes> left = items;
    for (int round = 1; round <= ROUNDS_MAX; round++) {
      try {
        BatchGetItemResponse answer = client.call(get(left));
        answer
            .responses()
            .forEach((t, i) -> found.computeIfAbsent(t, key -> new ArrayList<>()).addAll(i));
        left = answer.unprocessedKeys();
      } catch (SdkException e) {
        assertThat(Settled.isFault(e)).as("%s", e).isTrue();
      }
      if (left.isEmpty()) {
        return round;
      }
    }
    throw new AssertionError("still unprocessed after " + ROUNDS_MAX + " rounds: " + left);
  }

  static Map<String, List<Map<String, AttributeValue>>> getAll(
      ClientUnderTest client, Map<String, KeysAndAttributes> items) {
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    getAll(client, items, found);
    return found;
  }

  /** Writes until nothing is left; returns how many rounds it took. */
  static int writeAll(ClientUnderTest client, Map<String, List<WriteRequest>> items) {
    Map<String, List<WriteRequest>> left = items;
    for (int round = 1; round <= ROUNDS_MAX; round++) {
      try {
        left = client.call(write(left)).unprocessedItems();
      } catch (SdkException e) {
        assertThat(Settled.isFault(e)).as("%s", e).isTrue();
      }
      if (left.isEmpty()) {
        return round;
      }
    }
    throw new AssertionError("still unprocessed after " + ROUNDS_MAX + " rounds: " + left);
  }
}
