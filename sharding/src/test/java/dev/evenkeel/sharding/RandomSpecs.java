package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ScatterOrder;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.util.List;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Random specs: key types, key rules, placements, selectors, indexes. */
final class RandomSpecs {
  private static final int SHARDS_MAX = 16;

  /** A query of all pieces asks no more shards: under faults each must answer. */
  private static final int PIECE_SHARDS_MAX = SHARDS_MAX / 4;

  private RandomSpecs() {}

  /** A spec of the table {@code twin} under which the shard of each item is calculated. */
  static ShardingSpec calculated(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> layout(random).selector(ShardSelector.hashOf("pk", "sk")).build();
      case 1 -> layout(random).selector(ShardSelector.hashOf(ShardedFixture.DETERMINANT)).build();
      case 2 ->
          inCounts(random) // whose sort key may become a string
              .sortKey("sk")
              .selector(ShardSelector.productOfCodePoints("sk"))
              .build();
      default -> layout(random).build();
    };
  }

  /** A spec of the table {@code twin} with a drawn selector: a key does not determine its shard. */
  static ShardingSpec drawn(Random random) {
    ShardSelector selector =
        random.nextBoolean() ? ShardSelector.random() : ShardSelector.rotating();
    return layout(random).selector(selector).uniqueSortKeys().upsertOnDrawnShard().build();
  }

  /** A spec of the table {@code indexed}, with indexes of each kind. */
  static ShardingSpec indexed(Random random) {
    ShardingSpec.Builder builder =
        ShardingSpec.builder("indexed")
            .partitionKey("pk")
            .sortKey("sk", ScalarAttributeType.N)
            .shards(
                random.nextBoolean()
                    ? Pieces.shards(2 + random.nextInt(12))
                    : numberedPieces(random))
            .localIndex("local", "l", type(random))
            .globalIndex("global", "g", type(random))
            .globalIndex("unsorted")
            .globalIndex("likeTable", "sk", ScalarAttributeType.N);
    if (random.nextInt(4) == 0) {
      builder.order(ScatterOrder.SHARD_BY_SHARD);
    }
    switch (random.nextInt(5)) {
      case 0 -> builder.selector(ShardSelector.hashOf("id"));
      case 1 -> builder.selector(ShardSelector.random()).uniqueSortKeys();
      case 2 -> builder.selector(ShardSelector.hashOf("l"));
      default -> builder.selector(ShardSelector.hashOf("sk"));
    }
    return builder.build();
  }

  private static Pieces numberedPieces(Random random) {
    return RandomPieces.of(
        random,
        12,
        true,
        ScalarAttributeType.N,
        () -> AttributeValue.fromN(Integer.toString(random.nextInt(150))));
  }

  private static ShardingSpec.Builder layout(Random random) {
    return random.nextInt(5) < 3 ? inCounts(random) : inPieces(random);
  }

  private static ShardingSpec.Builder inCounts(Random random) {
    ShardingSpec.Builder spec =
        ShardingSpec.builder("twin")
            .partitionKey("pk", type(random))
            .sortKey("sk", type(random))
            .shards(2 + random.nextInt(SHARDS_MAX - 1))
            .suffixFormat(
                new SuffixFormat(
                    random.nextBoolean() ? "." : "#",
                    random.nextBoolean() ? Placement.SUFFIX : Placement.PREFIX,
                    random.nextInt(2),
                    random.nextInt(4)));
    return switch (random.nextInt(3)) {
      case 0 -> spec.shards(KeyRule.of("some", SHARDS_MAX, RandomSpecs::plainOrFive));
      case 1 -> spec.shards(1).shards(KeyRule.of("some", SHARDS_MAX, RandomSpecs::plainOrFive));
      default -> spec;
    };
  }

  /**
   * A number cannot be plain and have a suffix, so a partition key of type N has no plain piece.
   */
  private static ShardingSpec.Builder inPieces(Random random) {
    ScalarAttributeType partition = type(random);
    ScalarAttributeType sort = type(random);
    boolean plain = partition != ScalarAttributeType.N;
    ShardingSpec.Builder spec =
        ShardingSpec.builder("twin")
            .partitionKey("pk", partition)
            .sortKey("sk", sort)
            .shards(pieces(random, plain, sort));
    if (partition == ScalarAttributeType.S && random.nextBoolean()) {
      spec.shards(KeyRule.exactly("p1", pieces(random, plain, sort)));
    }
    if (random.nextInt(4) == 0) {
      spec.shards(
          KeyRule.byPartitionKey(
              RandomPieces.of(
                  random,
                  SHARDS_MAX,
                  plain,
                  partition,
                  () -> WriteScript.value(partition, "p", random.nextInt(3)))));
    }
    return spec;
  }

  private static Pieces pieces(Random random, boolean plain, ScalarAttributeType sort) {
    return RandomPieces.of(
        random,
        PIECE_SHARDS_MAX,
        plain,
        sort,
        () -> WriteScript.value(sort, "s", random.nextInt(4)));
  }

  /** The scripts use three logical keys; whatever their type, they end in 0, 1 and 2. */
  private static int plainOrFive(AttributeValue key) {
    String text = key.b() != null ? key.b().asUtf8String() : key.s() != null ? key.s() : key.n();
    return text.endsWith("1") ? 5 : text.endsWith("2") ? 1 : 0;
  }

  private static ScalarAttributeType type(Random random) {
    return List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B)
        .get(random.nextInt(3));
  }
}
