package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

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
  private static final int OPERATIONS = 20;

  /** The first two usually, and all where there is time. */
  private static final List<Integer> COUNTS = List.of(8, 50, 3, 1);

  @Test
  @Tag("rounds")
  void operations_whileKeysAreMoved_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED,
        1,
        random -> live(local, Kind.SYNC, random),
        (fixture, random) -> run(fixture, random, true));
  }

  @Test
  @Tag("rounds")
  void operationsAsync_whileTheTableIsMoved_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 1000,
        1,
        random -> live(local, Kind.ASYNC, random),
        (fixture, random) -> run(fixture, random, false));
  }

  @Test
  @Tag("rounds")
  void operations_whileAllItemsMoveToAnotherTable_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 2000,
        1,
        random ->
            ShardedFixture.live(
                local,
                random.nextBoolean() ? Kind.SYNC : Kind.ASYNC,
                store -> spec(random, ScalarAttributeType.N).layoutFrom(store).build()),
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
      moved(script, () -> move(resharder, to -> to.startInto("other", 8, MovePace.gentle())));
      moved(script, () -> move(resharder, to -> to.start(3)));
      moved(script, () -> move(resharder, to -> to.startInto("twin", 1, MovePace.gentle())));
    }
    assertThat(fixture.sameContent()).isNotEmpty();
    LayoutStore.of(spec).close();
  }

  /** With an item of the key that moves which no operation deletes: there is always one to move. */
  private static OperationScript begun(ShardedFixture fixture, Random random) {
    ShardingSpec spec = fixture.spec;
    Map<String, AttributeValue> kept =
        Map.of(
            "pk", WriteScript.value(spec.partitionType(), "p", 0),
            "sk", WriteScript.value(Objects.requireNonNull(spec.sortType()), "s", 9));
    fixture.put(PutItemRequest.builder().tableName(spec.tableName()).item(kept).build());
    OperationScript script = new OperationScript(fixture, random);
    script.run(60);
    return script;
  }

  private static ShardedFixture live(LocalDynamoDb local, Kind kind, Random random) {
    return ShardedFixture.live(local, kind, store -> spec(random).layoutFrom(store).build());
  }

  private static ShardingSpec.Builder spec(Random random) {
    return spec(random, random.nextBoolean() ? ScalarAttributeType.S : ScalarAttributeType.B);
  }

  private static ShardingSpec.Builder spec(Random random, ScalarAttributeType partition) {
    ScalarAttributeType sort =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B)
            .get(random.nextInt(3));
    ShardingSpec.Builder spec =
        ShardingSpec.builder("twin").partitionKey("pk", partition).sortKey("sk", sort).shards(1);
    spec.localIndex(ReadScript.INDEX, "x", ScalarAttributeType.N);
    return random.nextBoolean() ? spec.selector(ShardSelector.hashOf("pk", "sk")) : spec;
  }

  private static void run(ShardedFixture fixture, Random random, boolean byKey) {
    OperationScript script = begun(fixture, random);
    try (DynamoDbClient guarded = fixture.guarded()) {
      Resharder resharder = Resharder.of(fixture.spec, guarded);
      for (int shards : COUNTS.subList(0, Math.min(Rounds.of(2), COUNTS.size()))) {
        AttributeValue key = byKey ? WriteScript.value(fixture.spec.partitionType(), "p", 0) : null;
        moved(script, () -> move(resharder, to -> start(to, key, shards)));
      }
    }
    assertThat(fixture.sameContent()).isNotEmpty();
    LayoutStore.of(fixture.spec).close();
  }

  /** Operations at every step of a move, and after it. */
  private static void moved(OperationScript script, Runnable whole) {
    CompletableFuture<Void> move = CompletableFuture.runAsync(whole);
    do {
      script.run(OPERATIONS, 2);
    } while (!move.isDone());
    move.join();
    script.run(Rounds.of(OPERATIONS), 2); // some clients still act on the move
    waitForLease(); // until then a scan may begin that is refused further on
    script.run(OPERATIONS);
  }

  private static void start(Resharder resharder, @Nullable AttributeValue key, int shards) {
    if (key == null) {
      resharder.start(shards);
    } else {
      resharder.start(key, shards);
    }
  }

  private static void move(Resharder resharder, Consumer<Resharder> start) {
    start.accept(resharder);
    assertThat(resharder.run()).as("items moved").isNotNegative();
    assertThat(resharder.left()).isZero();
    assertThat(resharder.verify().isProved()).isTrue();
    resharder.finish();
  }

  private static void waitForLease() {
    try {
      Thread.sleep(1500);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
