package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.LayoutChangeException;
import dev.evenkeel.sharding.spec.LayoutChangeException.Reason;
import dev.evenkeel.sharding.spec.Pieces;
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
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * A table whose keys get more shards all the time answers as an unsharded one: random scripts of
 * all operations, while pieces are added to the keys that they use.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class LiveOperationModelTest {
  private static final long SEED = 20261123;
  private static final int SHARDS_MAX = 9;
  private static final int OPERATIONS = 150;

  @Test
  @Tag("rounds")
  void operations_whilePiecesAreAdded_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(SEED, 1, random -> live(local, Kind.SYNC, random), LiveOperationModelTest::run);
  }

  @Test
  @Tag("deep")
  void operationsAsync_whilePiecesAreAdded_answerAsOnAPlainTable(LocalDynamoDb local) {
    Rounds.run(
        SEED + 1000, 1, random -> live(local, Kind.ASYNC, random), LiveOperationModelTest::run);
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
        ShardingSpec.builder("twin")
            .partitionKey("pk", partition)
            .sortKey("sk", sort)
            .shards(random.nextBoolean() ? 1 : 2);
    return switch (random.nextInt(3)) {
      case 0 -> spec.selector(ShardSelector.hashOf("pk", "sk"));
      case 1 -> spec.selector(ShardSelector.hashOf(ShardedFixture.DETERMINANT));
      default -> spec;
    };
  }

  private static void run(ShardedFixture fixture, Random random) {
    LayoutEditor editor = LayoutEditor.of(fixture.spec, fixture.physical);
    AtomicBoolean stop = new AtomicBoolean();
    CompletableFuture<Integer> changes =
        CompletableFuture.supplyAsync(
            () -> addPieces(fixture, editor, new Random(random.nextLong()), stop));
    try {
      OperationScript script = new OperationScript(fixture, random);
      script.run(OPERATIONS);
      while (!changes.isDone() && editor.show().keys().isEmpty()) {
        script.run(OPERATIONS / 10);
      }
      script.run(OPERATIONS / 2);
    } finally {
      stop.set(true);
    }
    assertThat(changes.join()).as("pieces added").isPositive();
    assertThat(editor.show().keys().values().stream().mapToInt(Pieces::shardsMax).max().orElse(0))
        .isGreaterThan(1);
    assertThat(fixture.sameContent()).isNotNull();
    LayoutStore.of(fixture.spec).close();
  }

  private static int addPieces(
      ShardedFixture fixture, LayoutEditor editor, Random random, AtomicBoolean stop) {
    editor.ready();
    int added = 0;
    while (!stop.get()) {
      try {
        editor.addPiece(
            WriteScript.value(fixture.spec.partitionType(), "p", random.nextInt(3)),
            2 + random.nextInt(SHARDS_MAX - 1));
        added++;
        Thread.sleep(300); // one change at a time: a batch of all keys waits for each of them
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } catch (LayoutChangeException e) {
        assertThat(e.reason()).isEqualTo(Reason.NOT_ACKNOWLEDGED);
      }
    }
    return added;
  }
}
