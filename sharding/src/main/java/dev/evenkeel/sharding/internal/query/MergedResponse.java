package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.answer.ResponseMetadata;
import dev.evenkeel.core.internal.item.CapacitySum;
import dev.evenkeel.core.internal.page.MergedPage;
import dev.evenkeel.core.internal.page.MergedPage.MergedRow;
import dev.evenkeel.core.internal.page.MergedPage.Position;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Makes one logical response of a merged page. */
public record MergedResponse(
    ShardedTable table,
    QueryRequest request,
    QueryShape shape,
    QueryTarget target,
    QueryTemplate template,
    MergedStartKeys startKeys,
    List<Integer> shards) {

  public QueryResponse of(MergedPage page) {
    QueryResponse.Builder response =
        QueryResponse.builder()
            .count(page.rows().size())
            .scannedCount(page.evaluatedRows())
            .consumedCapacity(capacity(page));
    if (request.select() != Select.COUNT) {
      response.items(page.rows().stream().map(this::item).toList());
    }
    Position end = page.end();
    if (end != null) {
      int shard = shards.get(end.source());
      response.lastEvaluatedKey(startKeys.after(shape, end.key(), target, shard, page.tied()));
    }
    ResponseMetadata.copy(page.lastAnswer(), response);
    return response.build();
  }

  /** A page for which nothing had to be asked consumed nothing, which is said if it was asked. */
  private @Nullable ConsumedCapacity capacity(MergedPage page) {
    if (request.returnConsumedCapacity() == null) {
      return null;
    }
    return page.subRequests() == 0
        ? CapacitySum.nothing(request.tableName(), request.returnConsumedCapacity())
        : CapacitySum.of(page.capacity());
  }

  private Map<String, AttributeValue> item(MergedRow row) {
    if (target.sharded() != null) {
      return template.projection().strip(table.view().item(row.item()));
    }
    Set<String> hidden =
        table.shardedIndexes().isEmpty() ? Set.of() : table.indexShards().attributes();
    boolean holdsKey = row.item().containsKey(table.spec().partitionKey());
    if (!holdsKey && hidden.isEmpty() && template.projection().added().isEmpty()) {
      return row.item();
    }
    Map<String, AttributeValue> item = new HashMap<>(row.item());
    item.computeIfPresent(table.spec().partitionKey(), (name, physical) -> shape.logicalKey());
    item.keySet().removeAll(hidden);
    item.keySet().removeAll(template.projection().added());
    return item;
  }
}
