package dev.evenkeel.caching.internal.operation;

import dev.evenkeel.caching.internal.store.CachedTable;
import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.operation.OperationPlan;
import dev.evenkeel.core.internal.operation.RequestLimits;
import dev.evenkeel.core.operation.Disposition;
import dev.evenkeel.core.operation.Operation;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;

/** BatchGetItem: what is in memory from there, and one batch of the rest. */
final class BatchGetItem
    extends OperationPlan<CachingTables, BatchGetItemRequest, Flow<BatchGetItemResponse>> {
  BatchGetItem() {
    super(
        Operation.BATCH_GET_ITEM,
        BatchGetItemRequest.class,
        Disposition.REWRITE,
        "From memory, and one batch of the rest; consistent where popular items are among it, which"
            + " are read once for all who ask");
  }

  @Override
  public @Nullable Flow<BatchGetItemResponse> plan(
      CachingTables tables, BatchGetItemRequest request) {
    Map<String, KeysAndAttributes> asked = request.requestItems();
    int keys = asked.values().stream().mapToInt(part -> part.keys().size()).sum();
    if (keys > RequestLimits.BATCH_KEYS_MAX
        || !CallerSettings.areNone(request)
        || namesOneTwice(tables, asked)) {
      return null;
    }
    Map<String, BatchPart> parts = new LinkedHashMap<>();
    asked.forEach(
        (name, part) -> {
          CachedTable table = tables.find(name);
          BatchPart cached = table == null ? null : BatchPart.of(tables, table, part);
          if (cached != null) {
            parts.put(name, cached);
          }
        });
    return parts.isEmpty() ? null : Flow.defer(() -> new BatchRead(request, parts).flow());
  }

  /** Whether it names a cached table in two ways, which DynamoDB is to judge. */
  private static boolean namesOneTwice(CachingTables tables, Map<String, KeysAndAttributes> asked) {
    List<CachedTable> named =
        asked.keySet().stream().map(tables::find).filter(Objects::nonNull).toList();
    return named.stream().map(CachedTable::name).distinct().count() < named.size();
  }
}
