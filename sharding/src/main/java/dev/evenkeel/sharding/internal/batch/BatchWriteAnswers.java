package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.ManagedTables;
import dev.evenkeel.sharding.internal.batch.SubBatches.BatchOutcome;
import dev.evenkeel.sharding.internal.layout.ManagedTable;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ItemCollectionMetrics;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Makes one logical response of the answers to a BatchWriteItem's sub-requests. A delete that goes
 * to several shards is processed when all of them are; to repeat it does no harm.
 */
public final class BatchWriteAnswers {
  private final BatchWriteItemRequest request;
  private final ManagedTables<ManagedTable> managed;
  private final BatchLayout<WriteRequest, WriteRequest> layout;
  private final BitSet unprocessed = new BitSet();
  private final Map<String, List<WriteRequest>> unprocessedPlain = new LinkedHashMap<>();
  private final Map<String, List<ItemCollectionMetrics>> metrics = new LinkedHashMap<>();

  public BatchWriteAnswers(
      BatchWriteItemRequest request,
      ManagedTables<ManagedTable> managed,
      BatchLayout<WriteRequest, WriteRequest> layout) {
    this.request = request;
    this.managed = managed;
    this.layout = layout;
  }

  /** The number of writes on all tables. */
  public static int writes(Map<String, List<WriteRequest>> items) {
    return items.values().stream().mapToInt(List::size).sum();
  }

  public BatchOutcome<BatchWriteItemResponse> combine(
      List<@Nullable BatchWriteItemResponse> answers) {
    for (int i = 0; i < answers.size(); i++) {
      collectUnprocessed(i, answers.get(i));
    }
    List<BatchWriteItemResponse> given = answers.stream().filter(Objects::nonNull).toList();
    given.forEach(answer -> answer.itemCollectionMetrics().forEach(this::collectMetrics));
    Map<String, List<WriteRequest>> left = new LinkedHashMap<>(unprocessedPlain);
    left.putAll(layout.asked(unprocessed));
    int processed = writes(request.requestItems()) - writes(left);
    return new BatchOutcome<>(response(given, left), processed);
  }

  private void collectUnprocessed(int subRequest, @Nullable BatchWriteItemResponse answer) {
    if (answer == null) {
      layout.mark(subRequest, unprocessed);
    } else {
      answer.unprocessedItems().forEach(this::collectUnprocessed);
    }
  }

  private void collectUnprocessed(String name, List<WriteRequest> left) {
    ManagedTable table = managed.find(name);
    if (table == null) {
      unprocessedPlain.put(name, left);
      return;
    }
    for (WriteRequest write : left) {
      unprocessed.set(layout.entries().behind(table, subject(write)).position());
    }
  }

  private static Map<String, AttributeValue> subject(WriteRequest write) {
    return write.putRequest() != null ? write.putRequest().item() : write.deleteRequest().key();
  }

  private void collectMetrics(String name, List<ItemCollectionMetrics> physical) {
    ManagedTable table = managed.find(name);
    List<ItemCollectionMetrics> logical =
        metrics.computeIfAbsent(name, ignored -> new ArrayList<>());
    for (ItemCollectionMetrics one : physical) {
      logical.add(table == null ? one : table.view().metrics(one));
    }
  }

  private BatchWriteItemResponse response(
      List<BatchWriteItemResponse> answers, Map<String, List<WriteRequest>> left) {
    BatchWriteItemResponse.Builder response =
        BatchWriteItemResponse.builder().unprocessedItems(left);
    if (!metrics.isEmpty()) {
      response.itemCollectionMetrics(metrics);
    }
    List<ConsumedCapacity> capacity =
        answers.stream().flatMap(answer -> answer.consumedCapacity().stream()).toList();
    response.consumedCapacity(CapacitySum.perTable(capacity));
    ResponseMetadata.copy(answers.get(0), response);
    return response.build();
  }
}
