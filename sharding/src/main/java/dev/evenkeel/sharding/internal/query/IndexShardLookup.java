package dev.evenkeel.sharding.internal.query;

import dev.evenkeel.core.internal.flow.Flow;
import dev.evenkeel.core.internal.flow.Plan;
import dev.evenkeel.core.internal.flow.TableCall;
import dev.evenkeel.sharding.internal.layout.IndexShards;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.IntFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;

/**
 * Finds out the number of the item that a start key of a sharded index names, where the counts that
 * the index has had derive different ones.
 *
 * @param key the item's key in the table, as it is stored
 * @param carrying the start key with the number of a shard in it
 */
public record IndexShardLookup(
    StartKeyChecks checks,
    ShardedIndexSpec index,
    Map<String, AttributeValue> key,
    IntFunction<Map<String, AttributeValue>> carrying) {

  /** A read that asks for the number only, which takes less to transfer and costs the same. */
  public GetItemRequest.Builder request() {
    return GetItemRequest.builder()
        .key(key)
        .consistentRead(true)
        .projectionExpression("#number")
        .expressionAttributeNames(Map.of("#number", index.shard().name()));
  }

  /** Sends the read, and then what {@code next} makes of its answer. */
  public static <R> Plan<R> before(
      GetItemRequest read, String mayFollow, Function<GetItemResponse, Flow<R>> next) {
    return Plan.of(
        TableCall.get(read).step(IndexShardLookup.class, "read").then(next), List.of(mayFollow));
  }

  /** The start key with the number that was read. */
  public Map<String, AttributeValue> startKey(GetItemResponse item) {
    OptionalInt shard = IndexShards.shard(index, item.item().get(index.shard().name()));
    if (shard.isEmpty()) {
      throw checks.invalid(
          "the start key's item is no longer in index '%s', and the counts that the index has had do not all tell the same place for it"
              .formatted(index.name()),
          "Begin again, without a start key");
    }
    return carrying.apply(shard.getAsInt());
  }
}
