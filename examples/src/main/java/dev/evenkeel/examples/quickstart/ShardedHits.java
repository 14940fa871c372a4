package dev.evenkeel.examples.quickstart;

import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.ShardingSpec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The client that spreads the hits of a day over shards; the only class that says how. */
final class ShardedHits {
  private ShardedHits() {}

  static DynamoDbClient client(DynamoDbClient plain, String table, int shardCount) {
    ShardingSpec spec =
        ShardingSpec.builder(table)
            .partitionKey(HitItem.DAY)
            .sortKey(HitItem.AT)
            .shards(shardCount)
            .build();
    return ShardingDynamoDbClient.builder(plain).table(spec).build();
  }
}
