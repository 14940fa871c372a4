package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.TableName;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** BatchGetItem: what is in memory from there, and one batch of the rest. */
final class BatchGetItem
    extends OperationPlan<CachingTables, BatchGetItemRequest, BatchGetItemResponse> {
  /** AWS, BatchGetItem: "as many as 100 items". A longer batch is DynamoDB's to refuse. */
  private static final int KEYS_MAX = 100;

  BatchGetItem() {
    super(
        Operation.BATCH_GET_ITEM,
        BatchGetItemRequest.class,
        Disposition.REWRITE,
        "From memory, and one batch of the rest; consistent where popular items are among it");
  }

  @Override
  public @Nullable Flow<BatchGetItemResponse> plan(
      CachingTables tables, BatchGetItemRequest request) {
    Map<String, KeysAndAttributes> asked = request.requestItems();
    int keys = asked.values().stream().mapToInt(part -> part.keys().size()).sum();
    if (keys > KEYS_MAX || !CallerSettings.areNone(request)) {
      return null;
    }
    Map<String, BatchPart> parts = new LinkedHashMap<>();
    asked.forEach(
        (name, part) -> {
          CachedTable table = tables.find(name);
          BatchPart cached = table == null ? null : BatchPart.of(tables.store(), table, part);
          if (cached != null) {
            parts.put(name, cached);
          }
        });
    return parts.isEmpty()
        ? null
        : Flow.defer(() -> read(request, parts)).step(BatchGetItem.class, "read");
  }

  private static Flow<BatchGetItemResponse> read(
      BatchGetItemRequest request, Map<String, BatchPart> parts) {
    parts.values().forEach(BatchPart::look);
    Map<String, KeysAndAttributes> rest = new LinkedHashMap<>(request.requestItems());
    parts.forEach((name, part) -> rest.compute(name, (same, asked) -> part.rest()));
    if (rest.isEmpty()) {
      return Flow.of(combined(request, parts, null));
    }
    return TableCall.batchGet(request.toBuilder().requestItems(rest).build())
        .map(answer -> combined(request, parts, answer));
  }

  private static BatchGetItemResponse combined(
      BatchGetItemRequest request,
      Map<String, BatchPart> parts,
      @Nullable BatchGetItemResponse answer) {
    BatchGetItemResponse read = answer == null ? BatchGetItemResponse.builder().build() : answer;
    Map<String, List<Map<String, AttributeValue>>> responses =
        new LinkedHashMap<>(read.responses());
    Map<String, KeysAndAttributes> unprocessed = new LinkedHashMap<>(read.unprocessedKeys());
    parts.forEach(
        (name, part) -> {
          String leftAs = named(unprocessed.keySet(), name);
          KeysAndAttributes left = unprocessed.get(leftAs);
          String answered = named(read.responses().keySet(), name);
          responses.put(
              answered, part.items(read, read.responses().getOrDefault(answered, List.of()), left));
          if (left != null) {
            unprocessed.put(leftAs, part.left(left));
          }
        });
    BatchGetItemResponse.Builder all =
        read.toBuilder().responses(responses).unprocessedKeys(unprocessed);
    if (answer == null) {
      all.consumedCapacity(nothing(request));
    }
    ResponseMetadata.copy(answer, all);
    return all.build();
  }

  /** The name of a table in an answer, which may be the plain one where the request has an ARN. */
  private static String named(Set<String> answered, String name) {
    String plain = TableName.parse(name).name();
    return answered.contains(plain) ? plain : name;
  }

  private static @Nullable List<ConsumedCapacity> nothing(BatchGetItemRequest request) {
    List<ConsumedCapacity> none =
        request.requestItems().keySet().stream()
            .map(name -> CapacitySum.nothing(name, request.returnConsumedCapacity()))
            .filter(Objects::nonNull)
            .toList();
    return none.isEmpty() ? null : none;
  }
}
