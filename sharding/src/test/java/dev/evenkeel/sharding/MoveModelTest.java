package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.equivalence.TableFixture;
import dev.evenkeel.testkit.equivalence.TableFixture.KeyPart;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table whose items are moved from one number of shards to another and on answers as an unsharded
 * one: random scripts of all operations, which go on at each step of a move. A scan may give an
 * item twice while a mover works, and reads begin anew where a move has made an end of their start
 * keys.
 */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class MoveModelTest {
  private static final long SEED = 20261124;

  /** What all forms do together where there is time, in ten times the usual rounds. */
  private static final int OPERATIONS = Rounds.upTo(100_000);

  /** Those here, and tables that are split into a time series, which are tested with both. */
  private static final int FORMS = 6;

  private static final List<Integer> COUNTS = List.of(8, 50, 3, 1);

  @Test
  @Tag("rounds")
  void operations_whileKeysAreMoved_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED,
        1,
        random -> live(local, Kind.SYNC, random),
        (fixture, random) -> run(fixture, random, true, COUNTS));
  }

  @Test
  @Tag("deep")
  void operationsAsync_whileTheTableIsMoved_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 1000,
        1,
        random -> live(local, Kind.ASYNC, random),
        (fixture, random) -> run(fixture, random, false, COUNTS));
  }

  @Test
  @Tag("deep")
  void operations_whileKeysWithARuleAreMoved_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 3002,
        1,
        random ->
            ShardedFixture.live(
                local,
                anyOf(random),
                store -> {
                  ShardingSpec.Builder spec = spec(random);
                  AttributeValue key = WriteScript.value(spec.build().partitionType(), "p", 0);
                  return spec.shards(KeyRule.exactly(key, 4)).layoutFrom(store).build();
                }),
        (fixture, random) -> run(fixture, random, true, List.of(1, 8, 50, 3)));
  }

  @Test
  @Tag("deep")
  void operations_whileATableWithAGlobalIndexIsMoved_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 4000,
        1,
        random ->
            ShardedFixture.live(
                local,
                anyOf(random),
                store ->
                    table(random, textOrBytes(random))
                        .globalIndex(ReadScript.INDEX, "x", ScalarAttributeType.N)
                        .layoutFrom(store)
                        .build()),
        (fixture, random) -> run(fixture, random, random.nextBoolean(), COUNTS));
  }

  @Test
  @Tag("deep")
  void operations_whileAllItemsMoveToAnotherTable_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 2002,
        1,
        random ->
            ShardedFixture.live(
                local,
                anyOf(random),
                store -> local(table(random, ScalarAttributeType.N)).layoutFrom(store).build()),
        MoveModelTest::toAnotherTableAndBack);
  }

  private static void toAnotherTableAndBack(ShardedFixture fixture, Random random) {
    OperationScript script = begun(fixture, random);
    ShardingSpec spec = fixture.spec;
    try (DynamoDbClient guarded = fixture.guarded()) {
      guarded.createTable(
          TableFixture.named("other")
              .partitionKey("pk", ScalarAttributeType.S)
              .sortKey("sk", Objects.requireNonNull(spec.sortType()))
              .localIndex(ReadScript.INDEX, KeyPart.of("x", ScalarAttributeType.N))
              .request());
      Resharder resharder = Resharder.of(spec, guarded);
      do {
        moved(script, resharder, to -> to.startInto("other", 8, MovePace.gentle()));
        if (isLong()) {
          moved(script, resharder, to -> to.start(50));
          moved(script, resharder, to -> to.start(3));
        }
        moved(script, resharder, to -> to.startInto("twin", 1, MovePace.gentle()));
      } while (script.operations() < share());
    }
    ended(fixture);
  }

  private static boolean isLong() {
    return Rounds.isMore();
  }

  private static Kind anyOf(Random random) {
    return random.nextBoolean() ? Kind.SYNC : Kind.ASYNC;
  }

  /** With an item of the key that moves which no operation deletes: there is always one to move. */
  private static OperationScript begun(ShardedFixture fixture, Random random) {
    ShardingSpec spec = fixture.spec;
    Map<String, AttributeValue> kept =
        Map.of(
            "pk", WriteScript.value(spec.partitionType(), "p", 0),
            "sk", WriteScript.value(Objects.requireNonNull(spec.sortType()), "s", 99));
    fixture.put(PutItemRequest.builder().tableName(spec.tableName()).item(kept).build());
    OperationScript script = new OperationScript(fixture, random, isLong());
    script.run(Math.max(20, operations()));
    return script;
  }

  private static ShardedFixture live(LocalDynamoDb local, Kind kind, Random random) {
    return ShardedFixture.live(local, kind, store -> spec(random).layoutFrom(store).build());
  }

  private static ShardingSpec.Builder spec(Random random) {
    return local(table(random, textOrBytes(random)));
  }

  private static ScalarAttributeType textOrBytes(Random random) {
    return random.nextBoolean() ? ScalarAttributeType.S : ScalarAttributeType.B;
  }

  private static ShardingSpec.Builder local(ShardingSpec.Builder spec) {
    return spec.localIndex(ReadScript.INDEX, "x", ScalarAttributeType.N);
  }

  private static ShardingSpec.Builder table(Random random, ScalarAttributeType partition) {
    ScalarAttributeType sort =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B)
            .get(random.nextInt(3));
    ShardingSpec.Builder spec =
        ShardingSpec.builder("twin").partitionKey("pk", partition).sortKey("sk", sort).shards(1);
    return random.nextBoolean() ? spec.selector(ShardSelector.hashOf("pk", "sk")) : spec;
  }

  /**
   * @param counts the first of them usually; where there is time all, again and again
   */
  private static void run(
      ShardedFixture fixture, Random random, boolean byKey, List<Integer> counts) {
    OperationScript script = begun(fixture, random);
    try (DynamoDbClient guarded = fixture.guarded()) {
      Resharder resharder = Resharder.of(fixture.spec, guarded);
      AttributeValue key = byKey ? WriteScript.value(fixture.spec.partitionType(), "p", 0) : null;
      int least = isLong() ? counts.size() : 1;
      for (int i = 0; i < least || script.operations() < share(); i++) {
        int shards = counts.get(i % counts.size());
        moved(script, resharder, to -> start(to, key, shards));
      }
    }
    ended(fixture);
  }

  private static void ended(ShardedFixture fixture) {
    assertThat(fixture.sameContent()).isNotEmpty();
    LayoutStore.of(fixture.spec).close();
  }

  /** The part of one round in all operations where there is time: each of the forms has its own. */
  private static int share() {
    return isLong() ? OPERATIONS / FORMS / Rounds.of(1) : 0;
  }

  /** How many operations a script has between two steps of a move. */
  private static int operations() {
    return isLong() ? 200 : 5;
  }

  /** Operations at every step of a move, and after it. */
  private static void moved(
      OperationScript script, Resharder resharder, Consumer<Resharder> start) {
    during(script, 300, () -> start.accept(resharder));
    script.run(operations(), 2); // each moves the items that it writes
    during(
        script,
        100,
        () -> {
          resharder.run();
          assertThat(resharder.left()).isZero();
          assertThat(resharder.verify().isProved()).isTrue();
          resharder.finish();
        });
    // some clients still act on the move, and a scan may begin that is refused further on
    during(script, 300, MoveModelTest::waitForLease);
    script.run(operations());
  }

  /** A step waits for all clients: where there is no time, operations now and then are enough. */
  private static void during(OperationScript script, int millis, Runnable step) {
    CompletableFuture<Void> done = CompletableFuture.runAsync(step);
    do {
      script.run(2, 2);
      if (!isLong()) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(millis));
      }
    } while (!done.isDone());
    done.join();
  }

  private static void start(Resharder resharder, @Nullable AttributeValue key, int shards) {
    if (key == null) {
      resharder.start(shards);
    } else {
      resharder.start(key, shards);
    }
  }

  private static void waitForLease() {
    try {
      Thread.sleep(1500);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
