package dev.evenkeel.examples.stacks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.examples.ExampleTables;
import dev.evenkeel.sharding.Resharder;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.Equivalence;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/**
 * A table that is split into the tables of its days answers as one that is not: random operations,
 * which go on at each step of the move.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class SplitModelTest {
  private static final long SEED = 20261126;

  /** The part of each kind in the operations of all moves where there is time: a sixth for both. */
  private static final int SHARE = Rounds.upTo(100_000) / 6 / 2;

  /** Usually one. */
  static List<Kind> kinds() {
    return isLong() ? List.of(Kind.values()) : List.of(Kind.SYNC);
  }

  @ParameterizedTest
  @MethodSource("kinds")
  @Tag("rounds")
  void operations_whileATableIsSplit_answerAsOnOneTable(Kind kind, LocalDynamoDb local) {
    Rounds.run(
        SEED + (kind == Kind.SYNC ? 0 : 1000),
        1,
        random -> new SplitFixture(local.isolated()),
        (fixture, random) -> {
          try (DynamoDbClient other = local.isolated().client();
              Equivalence both = Equivalence.of(fixture.client(kind), ClientUnderTest.of(other))) {
            ExampleTables.create(other, SplitScript.TABLE, "page", "at");
            split(fixture, new SplitScript(both, random), random);
          }
        });
  }

  private static void split(SplitFixture fixture, SplitScript script, Random random) {
    more(script, 1);
    Resharder resharder = fixture.resharder();
    int shards = random.nextBoolean() ? 1 : 3;
    during(script, () -> resharder.startInto(SplitFixture.DAYS, shards, MovePace.gentle()));
    more(script, 2); // each moves the items that it writes
    during(
        script,
        () -> {
          resharder.run();
          assertThat(resharder.left()).isZero();
          assertThat(resharder.verify().isProved()).isTrue();
        });
    more(script, 2);
    during(script, resharder::finish);
    during(script, () -> sleep(SplitFixture.LEASE.toMillis())); // some clients act on the move
    more(script, 1);
    script.sameItems();
    assertThat(fixture.stored(SplitScript.TABLE)).isZero();
    assertThat(fixture.stored(SplitFixture.DAYS + "_2026-11-21")).isPositive();
  }

  private static boolean isLong() {
    return Rounds.isMore();
  }

  /** How many operations a script has at each of four steps; an item of a batch counts as one. */
  private static int operations() {
    return isLong() ? SHARE / Rounds.of(1) / 4 : 25;
  }

  private static void more(SplitScript script, int times) {
    int end = script.operations() + operations();
    while (script.operations() < end) {
      script.run(1, times);
    }
  }

  /** A step waits for all clients: where there is no time, operations now and then are enough. */
  private static void during(SplitScript script, Runnable step) {
    CompletableFuture<Void> done = CompletableFuture.runAsync(step);
    do {
      script.run(2, 2);
      if (!isLong()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      }
    } while (!done.isDone());
    done.join();
  }

  private static void sleep(long millis) {
    try {
      Thread.sleep(millis);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
