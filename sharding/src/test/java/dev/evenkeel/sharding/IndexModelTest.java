package dev.evenkeel.sharding;

import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * For random tables and random queries on their local and global indexes, the concatenation of all
 * pages is one fixed sequence, whatever the page size: the entries of all shards by index sort
 * value, ties by shard, and within a shard as DynamoDB has them. The expectation comes from plain
 * queries of each physical key, merged by code of the test.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class IndexModelTest {

  @KindsInTurn
  void query_randomIndexes_equalsTheSortedUnionWithTiesInOneOrder(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        kind == Kind.SYNC ? 20261122 : 20261123,
        2,
        random -> IndexFixture.create(local, kind, random),
        (fixture, random) -> {
          for (int query = 0; query < 10; query++) {
            fixture.checkRandomQuery();
          }
        });
  }
}
