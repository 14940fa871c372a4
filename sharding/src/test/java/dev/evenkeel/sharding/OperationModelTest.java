package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultInjector;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.testkit.gen.Rounds;
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
  @Tag("rounds")
  @CsvSource({"SYNC, 5, 100", "ASYNC, 2, 100"})
  void operations_random_answerAsOnAPlainTable(
      Face.Kind face, int tables, int operations, LocalDynamoDb local) {
    plainly(local, face, Rounds.of(tables), operations);
  }

  @ParameterizedTest
  @Tag("rounds")
  @CsvSource({"SYNC, 4, 100", "ASYNC, 1, 200"})
  void operations_randomWithFaults_loseAndDoubleNothing(
      Face.Kind face, int tables, int operations, LocalDynamoDb local) {
    underFaults(local, face, Rounds.of(tables), operations);
  }

  private static void plainly(LocalDynamoDb local, Face.Kind face, int tables, int operations) {
    long first = firstSeed(face);
    for (long seed = first; seed < first + tables; seed++) {
      Random random = Seeds.random(seed);
      boolean drawn = random.nextInt(4) == 0;
      ShardingSpec spec = drawn ? RandomSpecs.drawn(random) : RandomSpecs.calculated(random);
      try (Twins twins = Twins.create(local, face, spec)) {
        new OperationScript(twins, random).run(operations);
      } catch (AssertionError | RuntimeException e) {
        throw failed(spec, "no faults", seed, e);
      }
    }
  }

  private static void underFaults(LocalDynamoDb local, Face.Kind face, int tables, int operations) {
    long first = firstSeed(face);
    int faults = 0;
    for (long seed = first; seed < first + tables; seed++) {
      Random random = Seeds.random(seed);
      ShardingSpec spec = RandomSpecs.calculated(random);
      FaultPlan plan = faults(random.nextLong());
      FaultInjector injector = plan.injector();
      try (Twins twins = Twins.create(local, face, spec, injector)) {
        new FaultyScript(twins, random).run(operations);
      } catch (AssertionError | RuntimeException e) {
        throw failed(spec, plan, seed, e);
      }
      faults += injector.journal().size();
    }
    assertThat(faults).as("faults met").isGreaterThan(tables * operations / 10);
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

  private static long firstSeed(Face.Kind face) {
    return Long.getLong("evenkeel.seed", SEED + (face == Face.Kind.SYNC ? 0 : 1000));
  }

  private static AssertionError failed(ShardingSpec spec, Object faults, long seed, Throwable e) {
    return new AssertionError(
        "%s, %s: seed %d (run with -Devenkeel.seed=%d)".formatted(spec, faults, seed, seed), e);
  }
}
