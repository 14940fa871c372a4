package dev.evenkeel.sharding;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardedIndexSpec;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Random sharded indexes, and specs and tables that have one. */
final class ShardedIndexSpecs {
  static final String INDEX = "byCountry";

  /** The kinds of tables. */
  static final int KINDS = 5;

  private ShardedIndexSpecs() {}

  static ShardedIndexSpec index(Random random) {
    List<ScalarAttributeType> types =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);
    KeyAttribute country = new KeyAttribute("country", types.get(random.nextInt(3)));
    int shards = 2 + random.nextInt(9);
    ShardedIndexSpec index =
        switch (random.nextInt(3)) {
          case 0 -> ShardedIndexSpec.numberFirst(INDEX, country.name(), country.type(), shards);
          case 1 -> ShardedIndexSpec.multiAttribute(INDEX, country.name(), country.type(), shards);
          default ->
              ShardedIndexSpec.multiAttribute(INDEX, country.name(), country.type(), shards)
                  .sortKey("due", ScalarAttributeType.N);
        };
    if (random.nextBoolean()) {
      index = index.firstNumber(1);
    }
    return random.nextInt(3) == 0 ? index.shardAttribute("zz", ScalarAttributeType.S) : index;
  }

  static ShardingSpec spec(int kind, ShardedIndexSpec index) {
    ShardingSpec.Builder spec = ShardingSpec.builder("invoices").shardedIndex(index);
    return switch (kind) {
      case 0 -> spec.partitionKey("pk").shards(1).build();
      case 1 -> spec.partitionKey("pk", ScalarAttributeType.N).shards(1).build();
      case 2 -> spec.partitionKey("pk").sortKey("sk", ScalarAttributeType.N).shards(1).build();
      case 3 ->
          spec.partitionKey("pk", ScalarAttributeType.N)
              .sortKey("sk", ScalarAttributeType.N)
              .shards(4)
              .build();
      default ->
          spec.partitionKey("pk")
              .sortKey("sk", ScalarAttributeType.N)
              .shards(3)
              .selector(ShardSelector.random())
              .uniqueSortKeys()
              .upsertOnDrawnShard()
              .build();
    };
  }

  /** The same index with more numbers, which says what it had. */
  static ShardedIndexSpec raised(ShardedIndexSpec index, int shards) {
    return new ShardedIndexSpec(
        index.name(),
        index.partition(),
        index.sort(),
        shards,
        index.shard(),
        index.first(),
        index.layout(),
        List.of(index.shards()));
  }

  /** The table as callers define it. */
  static CreateTableRequest table(ShardingSpec spec, ProjectionType projection) {
    ShardedIndexSpec index = spec.shardedIndexes().get(0);
    TableFixture table =
        TableFixture.named(spec.tableName()).partitionKey("pk", spec.partitionType());
    if (spec.sortKey() != null) {
      table.sortKey("sk", ScalarAttributeType.N);
    }
    List<KeyPart> indexKey =
        new ArrayList<>(List.of(KeyPart.of("country", index.partition().type())));
    if (index.sort() != null) {
      indexKey.add(KeyPart.of("due", ScalarAttributeType.N));
    }
    Projection.Builder projected = Projection.builder().projectionType(projection);
    if (projection == ProjectionType.INCLUDE) {
      projected.nonKeyAttributes("n");
    }
    return table.globalIndex(INDEX, projected.build(), indexKey.toArray(KeyPart[]::new)).request();
  }
}
