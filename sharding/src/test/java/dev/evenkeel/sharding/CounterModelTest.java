package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.CounterSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * Random counters of random layouts answer as a plain table does to which the same was added:
 * GetItem, BatchGetItem, DeleteItem and Query with any limit, direction, condition, projection and
 * start key.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class CounterModelTest {
  private static final List<ScalarAttributeType> TYPES =
      List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B);

  @KindsInTurn
  void counters_randomTables_answerAsAPlainTable(Kind kind, LocalDynamoDb local) {
    check(kind, local);
  }

  private static void check(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        kind == Kind.SYNC ? 71121 : 71122,
        1,
        random -> {
          Gen gen = Gen.seeded(random.nextLong(), 12);
          return new CounterFixture(local, kind, spec(gen), gen);
        },
        (fixture, random) -> {
          for (int round = 0; round < 3; round++) {
            fixture.addSome(1 + random.nextInt(30));
            fixture.deleteOne();
            for (int i = 0; i < 6; i++) {
              fixture.getOne();
              fixture.batchGet();
              fixture.query();
            }
          }
          assertThat(fixture.countersSeen()).as("counters that queries gave").isPositive();
        });
  }

  private static CounterSpec spec(Gen gen) {
    SuffixFormat format =
        gen.chance(0.5)
            ? SuffixFormat.DEFAULT
            : new SuffixFormat("#", SuffixFormat.Placement.PREFIX, 1, 3);
    CounterSpec.Builder spec =
        CounterSpec.builder("counters")
            .partitionKey("pk", gen.oneOf(TYPES))
            .shards(gen.oneOf(List.of(1, 2, 3, 5, 12, 50)))
            .suffixFormat(format)
            .summed("likes", "hits");
    return (gen.chance(0.7) ? spec.sortKey("sk", gen.oneOf(TYPES)) : spec).build();
  }
}
