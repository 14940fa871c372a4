package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.batch.WriteBatch.TableWrite;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.RequestLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * The writes of a BatchWriteItem.
 *
 * @param template the request without its writes: to copy those for each part takes quadratic time
 * @param keyNames knows the key attributes of tables
 */
record WriteBatch(BatchWriteItemRequest request, BatchWriteItemRequest template, KeyNames keyNames)
    implements BatchKind<BatchWriteItemResponse, TableWrite> {
  /** A put or a delete. */
  record TableWrite(String table, WriteRequest write) {}

  WriteBatch(BatchWriteItemRequest request, KeyNames keyNames) {
    this(request, request.toBuilder().requestItems(Map.of()).build(), keyNames);
  }

  @Override
  public int partMax() {
    return RequestLimits.BATCH_WRITES_MAX;
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
  public Flow<Boolean> isDistinct() {
    NamedOnce.check("BatchWriteItem", request.requestItems().keySet());
    Flow<Boolean> all = Flow.of(true);
    for (String table : request.requestItems().keySet()) {
      all = all.then(distinct -> distinct ? keyNames.areDistinct(request, table) : Flow.of(false));
    }
    return all;
  }

  @Override
  public boolean isFirstAlone() {
    return true;
  }

  @Override
  public Flow<BatchWriteItemResponse> sendWhole() {
    return TableCall.batchWrite(request);
  }

  @Override
  public Flow<BatchWriteItemResponse> send(List<TableWrite> part) {
    return TableCall.batchWrite(template.toBuilder().requestItems(byTable(part)).build());
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
    all.consumedCapacity(
        CapacitySum.perTable(
            answers.stream().flatMap(answer -> answer.consumedCapacity().stream()).toList()));
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
