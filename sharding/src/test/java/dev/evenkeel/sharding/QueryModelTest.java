package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * For random tables and random queries, the concatenation of all pages equals the sorted union of
 * all shards, whatever the shard count, limit, direction, ties, filter and projection; and start
 * keys are natural. The expectation comes from a scan of the physical table, sorted by code of the
 * test.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class QueryModelTest {

  @ParameterizedTest
  @EnumSource(Face.Kind.class)
  @Tag("rounds")
  void query_randomTablesAndQueries_equalsTheSortedUnion(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain) {
    run(face, local, plain, Rounds.of(8), 6);
  }

  private static void run(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain, int tables, int queries) {
    long seed = Long.getLong("evenkeel.seed", face == Face.Kind.SYNC ? 20261120 : 20261121);
    for (int i = 0; i < tables; i++) {
      Random random = Seeds.random(seed + i);
      QueryWorld world = QueryWorld.create(local, plain, face, random, "t" + face + i);
      try (world) {
        for (int q = 0; q < queries; q++) {
          world.checkRandomQuery();
        }
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed %d (run with -Devenkeel.seed=%d): %s".formatted(seed + i, seed + i, world), e);
      }
    }
    assertThat(tables).isPositive();
  }
}
