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
 * For random tables, batches and faults, a caller that repeats what is unprocessed sees in sharded
 * tables exactly what it sees in unsharded ones.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchModelTest {

  @ParameterizedTest
  @EnumSource(Face.Kind.class)
  @Tag("rounds")
  void batches_randomTablesAndFaults_equalUnshardedTables(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain) {
    run(face, local, plain, Rounds.of(3), 8);
  }

  private static void run(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain, int worlds, int rounds) {
    long seed = Long.getLong("evenkeel.seed", face == Face.Kind.SYNC ? 20261123 : 20271123);
    for (int i = 0; i < worlds; i++) {
      Random random = Seeds.random(seed + i);
      BatchWorld world = new BatchWorld(local, plain, face, random, "w" + rounds + face + i);
      try (world) {
        for (int round = 0; round < rounds; round++) {
          world.writeRandomBatch();
          world.checkRandomRead();
        }
        world.checkStored();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed %d (run with -Devenkeel.seed=%d): %s".formatted(seed + i, seed + i, world), e);
      }
    }
    assertThat(worlds).isPositive();
  }
}
