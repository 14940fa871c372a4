package dev.evenkeel.upload.internal;

import dev.evenkeel.core.internal.operation.RepeatablePuts;
import dev.evenkeel.core.item.WriteCapacity;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Items that are sent together. */
record UploadBatch(List<HeldItem> items) {

  BatchWriteItemRequest request(String table) {
    List<WriteRequest> puts =
        items.stream()
            .map(held -> held.item.attributes())
            .map(item -> WriteRequest.builder().putRequest(put -> put.item(item)).build())
            .toList();
    return BatchWriteItemRequest.builder()
        .requestItems(Map.of(table, puts))
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .overrideConfiguration(RepeatablePuts::ask)
        .build();
  }

  /** The cost by the sizes of its items, indexes and replaced items left aside. */
  double estimatedUnits() {
    return estimatedUnits(items);
  }

  static double estimatedUnits(List<HeldItem> items) {
    return items.stream()
        .mapToDouble(held -> WriteCapacity.STANDARD.put(0, held.item.bytes()).asDouble())
        .sum();
  }

  /**
   * The items that the answer says are not stored, found by their keys; all of them if it names one
   * that was not sent. Storing an item again is harmless.
   */
  List<HeldItem> unprocessed(BatchWriteItemResponse response, RecordValidator validator) {
    Set<ItemKey> keys = new HashSet<>();
    for (List<WriteRequest> writes : response.unprocessedItems().values()) {
      writes.forEach(write -> keys.add(validator.keyOf(write.putRequest().item())));
    }
    List<HeldItem> left = items.stream().filter(held -> keys.contains(held.item.key())).toList();
    return left.size() == keys.size() ? left : items;
  }

  Set<PartitionQueue> queues() {
    return queuesOf(items);
  }

  static Set<PartitionQueue> queuesOf(List<HeldItem> items) {
    Set<PartitionQueue> queues = new LinkedHashSet<>();
    items.forEach(held -> queues.add(held.queue));
    return queues;
  }
}
