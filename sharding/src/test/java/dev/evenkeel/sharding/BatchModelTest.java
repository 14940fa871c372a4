package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * For random tables, batches and faults, a caller that repeats what is unprocessed sees in sharded
 * tables exactly what it sees in unsharded ones.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class BatchModelTest {

  @KindsInTurn
  void batches_randomTablesAndFaults_equalUnshardedTables(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        kind == Kind.SYNC ? 20261123 : 20271123,
        2,
        random -> new BatchFixture(local, kind, random),
        (fixture, random) -> {
          for (int batch = 0; batch < 8; batch++) {
            fixture.writeRandomBatch();
            fixture.checkRandomRead();
          }
          assertThat(fixture.checkStored()).as("items stored").isPositive();
        });
  }
}
