package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.core.item.KeyAttribute;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.ClientUnderTest.Kind;
import dev.evenkeel.testkit.gen.Rounds;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table whose items are moved from one number of shards to another and on answers as an unsharded
 * one: random scripts of all operations. A scan may give an item twice while a mover works.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class MoveModelTest {
  private static final long SEED = 20261124;

  /** The first two usually, and all where there is time. */
  private static final List<Integer> COUNTS = List.of(8, 3, 50, 1);

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

  private static ShardedFixture live(LocalDynamoDb local, Kind kind, Random random) {
    return ShardedFixture.live(local, kind, store -> spec(random).layoutFrom(store).build());
  }

  private static ShardingSpec.Builder spec(Random random) {
    ScalarAttributeType partition =
        random.nextBoolean() ? ScalarAttributeType.S : ScalarAttributeType.B;
    ScalarAttributeType sort =
        List.of(ScalarAttributeType.S, ScalarAttributeType.N, ScalarAttributeType.B)
            .get(random.nextInt(3));
    ShardingSpec.Builder spec =
        ShardingSpec.builder("twin").partitionKey("pk", partition).sortKey("sk", sort).shards(1);
    spec.localIndex(ReadScript.INDEX, KeyAttribute.ofNumber("x"));
    return random.nextBoolean() ? spec.selector(ShardSelector.hashOf("pk", "sk")) : spec;
  }

  private static void run(ShardedFixture fixture, Random random, boolean byKey) {
    OperationScript script = new OperationScript(fixture, random);
    script.run(60);
    try (DynamoDbClient guarded = fixture.guarded()) {
      Resharder resharder = Resharder.of(fixture.spec, guarded);
      LayoutEditor.of(fixture.spec, fixture.physical).ready();
      for (int shards : COUNTS.subList(0, Math.min(Rounds.of(2), COUNTS.size()))) {
        if (byKey) {
          resharder.start(WriteScript.value(fixture.spec.partitionType(), "p", 0), shards);
        } else {
          resharder.start(shards);
        }
        script.run(40, 1);
        AtomicBoolean stop = new AtomicBoolean();
        CompletableFuture<Long> mover =
            CompletableFuture.supplyAsync(() -> moveAll(resharder, stop));
        script.run(40, 2);
        stop.set(true);
        assertThat(mover.join()).as("items moved").isNotNegative();
        assertThat(resharder.left()).isZero();
        assertThat(resharder.verify().isProved()).isTrue();
        resharder.finish();
        waitForLease(); // until then a scan may begin that is refused further on
        script.run(20);
      }
    }
    assertThat(fixture.sameContent()).isNotEmpty();
    LayoutStore.of(fixture.spec).close();
  }

  private static void waitForLease() {
    try {
      Thread.sleep(1500);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static long moveAll(Resharder resharder, AtomicBoolean stop) {
    long moved = resharder.run();
    while (!stop.get()) {
      moved += resharder.run();
    }
    return moved;
  }
}
