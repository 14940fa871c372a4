package dev.evenkeel.sharding;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * For random tables and random queries, the concatenation of all pages equals the sorted union of
 * all shards, whatever the shard count, limit, direction, ties, filter and projection; and start
 * keys are natural. The expectation comes from a scan of the physical table, sorted by code of the
 * test.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class QueryModelTest {

  @KindsInTurn
  void query_randomTablesAndQueries_equalsTheSortedUnion(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        kind == Kind.SYNC ? 20261120 : 20261121,
        4,
        random -> QueryFixture.create(local, kind, random),
        (fixture, random) -> {
          for (int query = 0; query < 6; query++) {
            fixture.checkRandomQuery();
          }
        });
  }
}
