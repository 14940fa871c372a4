package dev.evenkeel.sharding;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import java.util.List;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** Random specs of the table {@code twin}: key types, key rules, placements, selectors. */
final class RandomSpecs {
  private static final int SHARDS_MAX = 16;

  private RandomSpecs() {}

  /** A spec under which the shard of each item is calculated. */
  static ShardingSpec calculated(Random random) {
    ShardingSpec.Builder spec = layout(random);
    return switch (random.nextInt(4)) {
      case 0 -> spec.selector(ShardSelector.hashOf("pk", "sk")).build();
      case 1 -> spec.selector(ShardSelector.hashOf(ShardedFixture.DETERMINANT)).build();
      case 2 -> spec.sortKey("sk").selector(ShardSelector.productOfCodePoints("sk")).build();
      default -> spec.build();
    };
  }

  /** A spec under which nobody knows the shard of an item but the table. */
  static ShardingSpec drawn(Random random) {
    ShardSelector selector =
        random.nextBoolean() ? ShardSelector.random() : ShardSelector.rotating();
    return layout(random).selector(selector).uniqueSortKeys().upsertOnDrawnShard().build();
  }

  private static ShardingSpec.Builder layout(Random random) {
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
