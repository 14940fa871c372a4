package dev.evenkeel.sharding.internal.plan;

import dev.evenkeel.core.machine.Machine;
import dev.evenkeel.core.machine.SingleAsk;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/** GetItem: one read where the shard is known, otherwise a probe of all shards. */
final class GetPlan {
  private GetPlan() {}

  static Machine<?, ?, GetItemResponse> of(ShardedTable table, GetItemRequest request) {
    Call call = new Call("GetItem", request.tableName());
    LegacyParameters.refuse(call, request);
    AttributeValue key = table.logicalKey(call, request.key());
    OptionalInt shard = table.shardOf(call, key, request.key());
    Map<String, AttributeValue> plainKey = table.withoutExtraDeterminants(request.key());
    if (shard.isEmpty()) {
      return probe(call, table, request, key, plainKey);
    }
    return single(
        request.toBuilder().key(table.onShard(plainKey, key, shard.getAsInt())).build(),
        table.view());
  }

  private static Machine<GetItemRequest, GetItemResponse, GetItemResponse> single(
      GetItemRequest physical, LogicalView view) {
    return SingleAsk.of(physical, response -> logical(view, response), view::failure);
  }

  private static ProbeGet probe(
      Call call,
      ShardedTable table,
      GetItemRequest request,
      AttributeValue key,
      Map<String, AttributeValue> plainKey) {
    int shards = table.shards(key);
    if (shards > table.spec().maxProbe()) {
      throw call.refuse(
          "the key does not tell the shard, and reading all %d shards is above maxProbe %d"
              .formatted(shards, table.spec().maxProbe()),
          "Give the attributes the shard is calculated from beside the key, or raise maxProbe:"
              + " each shard costs at least half a read unit");
    }
    List<Map<String, AttributeValue>> keys =
        IntStream.range(0, shards).mapToObj(i -> table.onShard(plainKey, key, i)).toList();
    return new ProbeGet(request, keys, table.view());
  }

  private static GetItemResponse logical(LogicalView view, GetItemResponse response) {
    return response.hasItem()
        ? response.toBuilder().item(view.item(response.item())).build()
        : response;
  }
}
