package dev.evenkeel.sharding;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * Random writes to a table with a sharded index give what they give on a table with the same index
 * unsharded: each answer, the items, and the rows of the index, page by page.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class ShardedIndexModelTest {

  @KindsInTurn
  void anyCall_randomTables_answersAsTheUnshardedTable(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        kind == Kind.SYNC ? 20261201 : 20261202,
        1,
        random -> new ShardedIndexFixture(local, kind, random),
        (fixture, random) -> {
          writes(fixture);
          fixture.check();
          if (random.nextInt(3) == 0) {
            fixture.raiseCount();
            writes(fixture);
            fixture.check();
          }
          fixture.layOutByHand();
          fixture.check();
          writes(fixture);
          fixture.check();
        });
  }

  private static void writes(ShardedIndexFixture fixture) {
    for (int write = 0; write < 50; write++) {
      fixture.write();
    }
  }
}
