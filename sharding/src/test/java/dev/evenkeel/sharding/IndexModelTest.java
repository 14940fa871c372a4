package dev.evenkeel.sharding;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Rounds;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * For random tables and random queries on their local and global indexes, the concatenation of all
 * pages is one fixed sequence, whatever the page size: the entries of all shards by index sort
 * value, ties by shard, and within a shard as DynamoDB has them. The expectation comes from plain
 * queries of each physical key, merged by code of the test.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class IndexModelTest {

  @ParameterizedTest
  @EnumSource(Face.Kind.class)
  @Tag("rounds")
  void query_randomIndexes_equalsTheSortedUnionWithTiesInOneOrder(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain) {
    run(face, local, plain, Rounds.of(4), 10);
  }

  private static void run(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain, int tables, int queries) {
    long seed = Long.getLong("evenkeel.seed", face == Face.Kind.SYNC ? 20261122 : 20261123);
    for (int i = 0; i < tables; i++) {
      IndexWorld world =
          IndexWorld.create(local, plain, face, Seeds.random(seed + i), "indexed" + face + i);
      try (world) {
        for (int q = 0; q < queries; q++) {
          world.checkRandomQuery();
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed %d (run with -Devenkeel.seed=%d): %s".formatted(seed + i, seed + i, world), e);
      }
    }
  }
}
