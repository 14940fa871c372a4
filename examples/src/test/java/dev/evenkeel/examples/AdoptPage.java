package dev.evenkeel.examples;

import static dev.evenkeel.examples.AdoptLiveTable.guarded;
import static dev.evenkeel.examples.AdoptLiveTable.spec;

import dev.evenkeel.sharding.LayoutStore;
import dev.evenkeel.sharding.ShardingDynamoDbClient;
import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardingSpec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The code of {@code docs/adopt.md}, beside {@link AdoptLiveTable}, whose methods it shows. */
final class AdoptPage {
  private AdoptPage() {}

  static DynamoDbClient client() {
    // [docs:client]
    LayoutStore layouts = LayoutStore.builder(DynamoDbClient.create()).build(); // one a process
    ShardingDynamoDbClient client =
        ShardingDynamoDbClient.builder(guarded(DynamoDbClient.builder()))
            .table(spec(layouts))
            .build();
    // [docs]
    return client;
  }

  static ShardingSpec pieces() {
    // [docs:pieces]
    ShardingSpec clicks =
        ShardingSpec.builder("clicks")
            .partitionKey("page")
            .sortKey("at")
            .shards(KeyRule.exactly("/home", Pieces.shards(1).from("2026-12-01", 16)))
            .build();
    // [docs]
    return clicks;
  }

  static ShardingSpec heat(LayoutStore layouts) {
    // [docs:heat]
    ShardingSpec clicks =
        ShardingSpec.builder("clicks")
            .partitionKey("page")
            .sortKey("at")
            .shards(1)
            .layoutFrom(layouts)
            .heat(HeatPolicy.propose()) // or HeatPolicy.apply()
            .build();
    // [docs]
    return clicks;
  }
}
