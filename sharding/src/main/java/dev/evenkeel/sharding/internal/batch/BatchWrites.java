package dev.evenkeel.sharding.internal.batch;

import dev.evenkeel.core.internal.operation.Call;
import dev.evenkeel.sharding.internal.layout.RepeatableDraw;
import dev.evenkeel.sharding.internal.layout.ShardedTable;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The physical writes that one write of a batch becomes. */
public final class BatchWrites {
  private BatchWrites() {}

  public static WriteRequest put(Call call, BatchSubject item, boolean repeatably) {
    ShardedTable table = item.table();
    int shard =
        repeatably
            ? RepeatableDraw.shard(call, table, item.partition(), item.attributes())
            : table.shardForWrite(call, item.partition(), item.attributes());
    Map<String, AttributeValue> physical =
        table.itemOnShard(call, item.attributes(), item.partition(), shard);
    return WriteRequest.builder().putRequest(put -> put.item(physical)).build();
  }

  /**
   * One delete where the key determines the shard. Otherwise one on every shard: to delete what is
   * not there does nothing.
   */
  public static List<WriteRequest> deletes(Call call, BatchSubject key) {
    OptionalInt shard = key.table().shardOf(call, key.partition(), key.attributes());
    if (shard.isPresent()) {
      return List.of(delete(key.onShard(shard.getAsInt())));
    }
    if (key.item() == null) {
      throw call.invalid("the key of a delete has no sort key", "Give the whole key");
    }
    refuseIfSeveralItemsMayGo(call, key.table());
    return key
        .table()
        .shardsToProbe(call, key.partition(), key.attributes(), "deleting on", "one write unit")
        .stream()
        .map(each -> delete(key.onShard(each)))
        .toList();
  }

  public static WriteRequest delete(Map<String, AttributeValue> physical) {
    return WriteRequest.builder().deleteRequest(delete -> delete.key(physical)).build();
  }

  private static void refuseIfSeveralItemsMayGo(Call call, ShardedTable table) {
    if (!table.spec().uniqueSortKeys()) {
      throw call.refuse(
          "the key of a delete does not tell the shard, and each shard may hold an item with it",
          "Give the attributes the shard is calculated from beside the key, or say"
              + " uniqueSortKeys() in the spec if no two items share a key");
    }
  }
}
