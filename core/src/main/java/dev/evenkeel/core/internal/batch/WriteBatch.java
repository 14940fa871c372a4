package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.batch.WriteBatch.TableWrite;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The writes of a BatchWriteItem.
 *
 * @param keyNames knows the key attributes of tables
 */
record WriteBatch(BatchWriteItemRequest request, KeyNames keyNames)
    implements BatchKind<BatchWriteItemResponse, TableWrite> {
  /** AWS: BatchWriteItem API reference, puts and deletes in one request. */
  static final int WRITES_MAX = 25;

  /** A put or a delete. */
  record TableWrite(String table, WriteRequest write) {}

  @Override
  public int partMax() {
    return WRITES_MAX;
  }

  @Override
  public List<TableWrite> entries() {
    return entries(request.requestItems());
  }

  private static List<TableWrite> entries(Map<String, List<WriteRequest>> tables) {
    List<TableWrite> entries = new ArrayList<>();
    tables.forEach(
        (table, writes) -> writes.forEach(write -> entries.add(new TableWrite(table, write))));
    return entries;
  }

  @Override
  public Flow<Map<String, List<Map<String, AttributeValue>>>> keys() {
    Flow<Map<String, List<Map<String, AttributeValue>>>> keys = Flow.of(new LinkedHashMap<>());
    for (Map.Entry<String, List<WriteRequest>> table : request.requestItems().entrySet()) {
      keys =
          keys.then(
              known ->
                  keyNames
                      .of(table.getKey(), table.getValue())
                      .map(
                          names -> {
                            known.put(
                                table.getKey(),
                                table.getValue().stream().map(write -> key(write, names)).toList());
                            return known;
                          }));
    }
    return keys;
  }

  private static Map<String, AttributeValue> key(WriteRequest write, List<String> names) {
    if (write.deleteRequest() != null) {
      return write.deleteRequest().key();
    }
    Map<String, AttributeValue> key =
        new LinkedHashMap<>(write.putRequest() == null ? Map.of() : write.putRequest().item());
    key.keySet().retainAll(names);
    return key;
  }

  @Override
  public boolean isFirstAlone() {
    return true;
  }

  @Override
  public Flow<BatchWriteItemResponse> send(List<TableWrite> part) {
    return TableCall.batchWrite(
        part.size() == entries().size()
            ? request
            : request.toBuilder().requestItems(byTable(part)).build());
  }

  private static Map<String, List<WriteRequest>> byTable(List<TableWrite> part) {
    Map<String, List<WriteRequest>> writes = new LinkedHashMap<>();
    part.forEach(
        each -> writes.computeIfAbsent(each.table(), table -> new ArrayList<>()).add(each.write()));
    return writes;
  }

  @Override
  public List<TableWrite> left(BatchWriteItemResponse answer) {
    return entries(answer.unprocessedItems());
  }

  @Override
  public BatchWriteItemResponse joined(
      List<BatchWriteItemResponse> answers, List<TableWrite> left) {
    BatchWriteItemResponse.Builder all =
        BatchWriteItemResponse.builder().unprocessedItems(byTable(left));
    List<BatchWriteItemResponse> measured =
        answers.stream().filter(BatchWriteItemResponse::hasConsumedCapacity).toList();
    if (!measured.isEmpty()) {
      all.consumedCapacity(
          CapacitySum.perTable(
              measured.stream().flatMap(answer -> answer.consumedCapacity().stream()).toList()));
    }
    Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();
    for (BatchWriteItemResponse answer : answers) {
      answer
          .itemCollectionMetrics()
          .forEach(
              (table, more) ->
                  metrics.computeIfAbsent(table, first -> new ArrayList<>()).addAll(more));
    }
    if (!metrics.isEmpty()) {
      all.itemCollectionMetrics(metrics);
    }
    ResponseMetadata.copy(answers.get(answers.size() - 1), all);
    return all.build();
  }
}
