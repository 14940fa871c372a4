package dev.evenkeel.chunking.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.chunking.OrphanSweeper;
import dev.evenkeel.chunking.spec.ChunkingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.LocalS3;
import dev.evenkeel.testkit.LocalS3Extension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.fault.Fault;
import dev.evenkeel.testkit.fault.FaultPlan;
import dev.evenkeel.testkit.fault.FaultRule;
import dev.evenkeel.testkit.fault.Moment;
import dev.evenkeel.testkit.fault.ThrottleLimit;
import dev.evenkeel.testkit.gen.Gen;
import dev.evenkeel.testkit.gen.Rounds;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Random writes and reads over connections on which much goes wrong, against a model that knows for
 * each item what it may be: after a write that failed, the old or the new.
 */
@ExtendWith({LocalDynamoDbExtension.class, LocalS3Extension.class})
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FaultTest {
  private static final long SEED = 20261121;

  private CrashFixtures fixtures;
  private ChunkingSpec spec;
  private ClientsUnderTest clients;
  private ClientsUnderTest faultless;

  @BeforeAll
  void open(LocalDynamoDb local, LocalS3 s3) {
    fixtures = new CrashFixtures(local, s3);
    spec = fixtures.spec();
    clients = new ClientsUnderTest(fixtures, spec, faults());
    faultless = new ClientsUnderTest(fixtures, spec, FaultPlan.none());
  }

  @AfterAll
  void close() {
    clients.close();
    faultless.close();
    fixtures.close();
  }

  /** Each often enough that some calls run out of the SDK's attempts. */
  private static FaultPlan faults() {
    FaultPlan.Builder plan = FaultPlan.seeded(SEED);
    for (Fault fault :
        List.of(
            Fault.unprocessed(0.5),
            Fault.downloadCut(),
            Fault.connectionLost(Moment.AFTER_APPLY),
            Fault.timeout(Moment.BEFORE_APPLY),
            Fault.serverError(Moment.AFTER_APPLY),
            Fault.serverError(Moment.BEFORE_APPLY),
            Fault.throttled(ThrottleLimit.KEY_RANGE),
            Fault.transactionConflict(),
            Fault.uploadCut())) {
      plan.rule(FaultRule.inject(fault).withProbability(0.06));
    }
    return plan.build();
  }

  List<Named<ClientUnderTest>> clients() {
    return Rounds.inTurn(clients.both());
  }

  @Tag("rounds")
  @ParameterizedTest
  @MethodSource("clients")
  void randomWrites_muchGoesWrong_nothingIsLostAndNothingLeft(ClientUnderTest client) {
    int failures = 0;
    for (int round = 0; round < Rounds.of(1) || (failures == 0 && round < 10); round++) {
      failures += run(client, SEED + round, 60);
    }
    assertThat(failures).as("calls that failed").isPositive();
  }

  /** Runs a script, and gives the number of calls that failed: none, if the faults fell well. */
  private int run(ClientUnderTest client, long seed, int calls) {
    try (CrashFixture fixture = fixtures.fresh()) {
      FaultModel model = new FaultModel(Gen.seeded(seed, 10));
      ClientUnderTest safe = faultless.sync();
      for (int i = 0; i < calls; i++) {
        model.step(client);
      }
      model.check(safe);
      sweep();
      model.check(safe);
      assertThat(Outside.of(fixture, spec))
          .as("seed %d", seed)
          .isEqualTo(new Outside(Set.of(), Set.of()));
      assertThat(fixture.stored(CrashFixture.INTENTS)).isEmpty();
      return model.failures();
    }
  }

  /** A sweep, a deep one, and what that noted. */
  private void sweep() {
    for (int days = 1; days <= 3; days++) {
      Duration ahead = Duration.ofDays(days);
      OrphanSweeper sweeper =
          OrphanSweeper.builder(fixtures.dynamoDb)
              .s3(fixtures.s3)
              .table(spec)
              .dryRun(false)
              .clock(() -> InstantSource.system().instant().plus(ahead))
              .build();
      assertThat(sweeper.sweep().failure()).isNull();
      sweeper.takeOwnership();
      @Nullable String cursor = null;
      do {
        cursor = sweeper.deepSweep(cursor).nextCursor();
      } while (cursor != null);
    }
  }
}
