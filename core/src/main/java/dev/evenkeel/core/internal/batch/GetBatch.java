package dev.evenkeel.core.internal.batch;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.batch.GetBatch.TableKey;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.item.DistinctKeys;
import dev.evenkeel.core.internal.operation.RequestLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/**
 * The keys of a BatchGetItem.
 *
 * @param template the request without its keys: to copy those for each part takes quadratic time
 */
record GetBatch(BatchGetItemRequest request, BatchGetItemRequest template)
    implements BatchKind<BatchGetItemResponse, TableKey> {
  /**
   * A key.
   *
   * @param settings those of its table, without keys
   */
  record TableKey(String table, KeysAndAttributes settings, Map<String, AttributeValue> key) {}

  GetBatch(BatchGetItemRequest request) {
    this(request, request.toBuilder().requestItems(Map.of()).build());
  }

  @Override
  public int partMax() {
    return RequestLimits.BATCH_KEYS_MAX;
  }

  @Override
  public List<TableKey> entries() {
    return entries(request.requestItems());
  }

  private static List<TableKey> entries(Map<String, KeysAndAttributes> tables) {
    List<TableKey> entries = new ArrayList<>();
    tables.forEach(
        (table, keys) -> {
          KeysAndAttributes settings = keys.toBuilder().keys(List.of()).build();
          keys.keys().forEach(key -> entries.add(new TableKey(table, settings, key)));
        });
    return entries;
  }

  @Override
  public Flow<Boolean> isDistinct() {
    NamedOnce.check("BatchGetItem", request.requestItems().keySet());
    return Flow.of(
        request.requestItems().values().stream()
            .allMatch(wanted -> DistinctKeys.areDistinct(wanted.keys())));
  }

  @Override
  public boolean isFirstAlone() {
    return false;
  }

  @Override
  public Flow<BatchGetItemResponse> sendWhole() {
    return TableCall.batchGet(request);
  }

  @Override
  public Flow<BatchGetItemResponse> send(List<TableKey> part) {
    return TableCall.batchGet(template.toBuilder().requestItems(byTable(part)).build());
  }

  private static Map<String, KeysAndAttributes> byTable(List<TableKey> part) {
    Map<String, List<Map<String, AttributeValue>>> keys = new LinkedHashMap<>();
    Map<String, KeysAndAttributes> settings = new LinkedHashMap<>();
    for (TableKey each : part) {
      keys.computeIfAbsent(each.table(), table -> new ArrayList<>()).add(each.key());
      settings.putIfAbsent(each.table(), each.settings());
    }
    settings.replaceAll((table, of) -> of.toBuilder().keys(keys.get(table)).build());
    return settings;
  }

  @Override
  public List<TableKey> left(BatchGetItemResponse answer) {
    return entries(answer.unprocessedKeys());
  }

  @Override
  public BatchGetItemResponse joined(List<BatchGetItemResponse> answers, List<TableKey> left) {
    Map<String, List<Map<String, AttributeValue>>> items = new LinkedHashMap<>();
    for (BatchGetItemResponse answer : answers) {
      answer
          .responses()
          .forEach((table, found) -> items.merge(table, new ArrayList<>(found), GetBatch::with));
    }
    BatchGetItemResponse.Builder all =
        BatchGetItemResponse.builder().responses(items).unprocessedKeys(byTable(left));
    all.consumedCapacity(
        CapacitySum.perTable(
            answers.stream().flatMap(answer -> answer.consumedCapacity().stream()).toList()));
    ResponseMetadata.copy(answers.get(answers.size() - 1), all);
    return all.build();
  }

  private static <T> List<T> with(List<T> before, List<T> more) {
    before.addAll(more);
    return before;
  }
}
