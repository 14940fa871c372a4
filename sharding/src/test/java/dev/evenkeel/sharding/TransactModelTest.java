package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The same random transactions on a sharded table and on a plain one give the same answers, reasons
 * and messages, and leave the same items.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class TransactModelTest {
  private static final long SEED = 20261123;

  static Stream<Named<ShardingSpec>> tables() {
    return WriteModelTest.tables().filter(spec -> spec.getPayload().selector().calculated());
  }

  static List<Named<ShardingSpec>> tablesInTurn() {
    return Rounds.inTurn(tables().toList());
  }

  @ParameterizedTest
  @MethodSource("tablesInTurn")
  @Tag("rounds")
  void transactions_random_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Kind.SYNC, local, 1, 60);
  }

  @ParameterizedTest
  @MethodSource("tables")
  @Tag("deep")
  void transactions_randomAsync_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Kind.ASYNC, local, 1, 40);
  }

  private static void run(
      ShardingSpec spec, Kind kind, LocalDynamoDb local, int scripts, int steps) {
    ShardedFixture.run(
        spec, kind, local, SEED, scripts, (fixture, random) -> script(fixture, random, steps));
  }

  private static void script(ShardedFixture fixture, Random random, int steps) {
    TransactFixture transactions = new TransactFixture(fixture, random);
    for (int i = 0; i < steps; i++) {
      if (random.nextInt(3) > 0) {
        transactions.write();
      } else {
        transactions.read();
      }
    }
    assertThat(fixture.sameContent()).isNotEmpty();
  }
}
