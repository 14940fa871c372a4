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
 * Random writes to a table with a sharded index give what they give on a twin with the same index
 * unsharded: each answer, the items, and the rows of the index, page by page.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardedIndexModelTest {

  @ParameterizedTest
  @EnumSource(Face.Kind.class)
  @Tag("rounds")
  void anyCall_randomTables_answersAsTheUnshardedTwin(
      Face.Kind face, LocalDynamoDb local, DynamoDbClient plain) {
    run(face, local, plain, Rounds.of(2));
  }

  private static void run(Face.Kind face, LocalDynamoDb local, DynamoDbClient plain, int tables) {
    long seed = Long.getLong("evenkeel.seed", face == Face.Kind.SYNC ? 20261201 : 20261202);
    for (int i = 0; i < tables; i++) {
      ShardedIndexWorld world =
          new ShardedIndexWorld(local, plain, face, Seeds.random(seed + i), "invoices" + face + i);
      try (world) {
        writes(world);
        world.check();
        if (i % 3 == 0) {
          world.raiseCount();
          writes(world);
          world.check();
        }
        world.layOutByHand();
        world.check();
        writes(world);
        world.check();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError(
            "seed %d (run with -Devenkeel.seed=%d): %s".formatted(seed + i, seed + i, world), e);
      }
    }
  }

  private static void writes(ShardedIndexWorld world) {
    for (int write = 0; write < 50; write++) {
      world.write();
    }
  }
}
