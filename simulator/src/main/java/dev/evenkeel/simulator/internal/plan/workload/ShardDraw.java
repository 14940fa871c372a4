package dev.evenkeel.simulator.internal.plan.workload;

import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.simulator.spec.workload.Shards;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** On which shard of its key a request falls. */
interface ShardDraw {
  /**
   * The number of the shard.
   *
   * @param request the number of the request
   * @param bits random ones
   * @param sortKey of the item; null if the number of the request stands for it
   */
  int draw(long request, long bits, @Nullable String sortKey);

  static ShardDraw of(Shards shards, long seed) {
    int count = shards.count();
    return switch (shards.selection()) {
      case CALCULATED -> calculated(count);
      case RANDOM -> (request, bits, sortKey) -> Draws.below(bits, count);
      case ROTATING ->
          (request, bits, sortKey) -> (int) Long.remainderUnsigned(seed + request, count);
    };
  }

  /** By the library's own default, over the sort key. */
  private static ShardDraw calculated(int count) {
    String attribute = "sortKey";
    ShardSelector selector =
        ShardingSpec.builder("simulated")
            .partitionKey("key")
            .sortKey(attribute)
            .shards(count)
            .build()
            .selector();
    return (request, bits, sortKey) -> {
      String text = sortKey == null ? Long.toString(request) : sortKey;
      return selector.select(Map.of(attribute, AttributeValue.fromS(text)), count);
    };
  }
}
