package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Sharded tables behave as unsharded ones: one random script of all operations on items, on random
 * tables; and with faults, where callers repeat what failed, nothing is lost or doubled under
 * calculated suffixes.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class OperationModelTest {
  private static final long SEED = 20261121;

  @ParameterizedTest
  @Tag("deep")
  @CsvSource({"SYNC, 2, 100", "ASYNC, 1, 60"})
  void operations_random_answerAsOnAPlainTable(
      Kind kind, int tables, int operations, LocalDynamoDb local) {
    plainly(local, kind, tables, operations);
  }

  @ParameterizedTest
  @Tag("rounds")
  @CsvSource({"SYNC, 2, 100", "ASYNC, 1, 100"})
  void operations_randomWithFaults_loseAndDoubleNothing(
      Kind kind, int tables, int operations, LocalDynamoDb local) {
    underFaults(local, kind, tables, operations);
  }

  private static ShardingSpec random(Random random) {
    boolean drawn = random.nextInt(4) == 0;
    return drawn ? RandomSpecs.drawn(random) : RandomSpecs.calculated(random);
  }

  private static void plainly(LocalDynamoDb local, Kind kind, int tables, int operations) {
    Rounds.run(
        seed(kind),
        tables,
        random -> ShardedFixture.create(local, kind, random(random)),
        (fixture, random) -> new OperationScript(fixture, random).run(operations));
  }

  private static void underFaults(LocalDynamoDb local, Kind kind, int tables, int operations) {
    List<FaultInjector> injectors = new ArrayList<>();
    Rounds.run(
        seed(kind),
        tables,
        random -> {
          ShardingSpec spec = RandomSpecs.calculated(random);
          injectors.add(faults(random.nextLong()).injector());
          return ShardedFixture.create(local, kind, spec, injectors.get(injectors.size() - 1));
        },
        (fixture, random) -> new FaultyScript(fixture, random).run(operations));
    assertThat(injectors.stream().mapToInt(each -> each.journal().size()).sum())
        .as("faults met")
        .isGreaterThan(Rounds.of(tables) * operations / 10);
  }

  private static FaultPlan faults(long seed) {
    return FaultPlan.seeded(seed)
        .rule(FaultRule.inject(Fault.throttled(ThrottleLimit.KEY_RANGE)).withProbability(0.05))
        .rule(FaultRule.inject(Fault.serverError(Moment.BEFORE_APPLY)).withProbability(0.02))
        .rule(FaultRule.inject(Fault.serverError(Moment.AFTER_APPLY)).withProbability(0.02))
        .rule(FaultRule.inject(Fault.timeout(Moment.AFTER_APPLY)).withProbability(0.03))
        .rule(FaultRule.inject(Fault.connectionLost(Moment.BEFORE_APPLY)).withProbability(0.02))
        .rule(FaultRule.inject(Fault.unprocessed(0.3)).withProbability(0.3))
        .rule(FaultRule.inject(Fault.transactionConflict()).withProbability(0.05))
        .rule(FaultRule.inject(Fault.shortPage(2)).withProbability(0.2))
        .rule(FaultRule.inject(Fault.emptyPage()).withProbability(0.1))
        .build();
  }

  private static long seed(Kind kind) {
    return SEED + (kind == Kind.SYNC ? 0 : 1000);
  }
}
