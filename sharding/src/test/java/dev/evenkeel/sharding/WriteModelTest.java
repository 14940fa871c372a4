package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.Pieces;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
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
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/**
 * The same random script of puts, updates, deletes and gets on a sharded table and on a plain one
 * gives the same answers, attributes and exception classes, and leaves the same items.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class WriteModelTest {
  private static final long SEED = 20261122;

  /** The kinds of table that must look plain. */
  static Stream<Named<ShardingSpec>> tables() {
    return Stream.of(
        Named.of("hash of the sort key", table().shards(4).build()),
        Named.of(
            "hash of the whole key",
            table().shards(3).selector(ShardSelector.hashOf("pk", "sk")).build()),
        Named.of("numbers", typed(ScalarAttributeType.N).shards(4).build()),
        Named.of("binaries", typed(ScalarAttributeType.B).shards(4).build()),
        Named.of(
            "prefixed",
            table().shards(4).suffixFormat(new SuffixFormat("#", Placement.PREFIX, 0, 0)).build()),
        Named.of("one key plain", table().shards(4).shards(KeyRule.exactly("p1", 1)).build()),
        Named.of("one key sharded", table().shards(1).shards(KeyRule.exactly("p1", 5)).build()),
        Named.of(
            "a number is plain",
            typed(ScalarAttributeType.N)
                .shards(4)
                .shards(KeyRule.exactly(AttributeValue.fromN("1"), 1))
                .build()),
        Named.of(
            "determinant beside the key",
            table().shards(4).selector(ShardSelector.hashOf(ShardedFixture.DETERMINANT)).build()),
        Named.of("pieces from plain", table().shards(Pieces.shards(1).from("s2", 5)).build()),
        Named.of(
            "pieces of numbers",
            typed(ScalarAttributeType.N)
                .shards(Pieces.shards(2).from(AttributeValue.fromN("2"), 7))
                .build()),
        Named.of(
            "drawn pieces",
            table()
                .shards(Pieces.shards(3).from("s1", 1).from("s2", 4))
                .selector(ShardSelector.random())
                .uniqueSortKeys()
                .upsertOnDrawnShard()
                .build()),
        Named.of(
            "drawn",
            table()
                .shards(3)
                .selector(ShardSelector.rotating())
                .uniqueSortKeys()
                .upsertOnDrawnShard()
                .build()));
  }

  private static ShardingSpec.Builder table() {
    return ShardingSpec.builder("twin").partitionKey("pk").sortKey("sk");
  }

  private static ShardingSpec.Builder typed(ScalarAttributeType type) {
    return ShardingSpec.builder("twin").partitionKey("pk", type).sortKey("sk", type);
  }

  static List<Named<ShardingSpec>> tablesInTurn() {
    return Rounds.inTurn(tables().toList());
  }

  @ParameterizedTest
  @MethodSource("tablesInTurn")
  @Tag("rounds")
  void writes_randomScript_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Kind.SYNC, local, 1, 80);
  }

  @ParameterizedTest
  @MethodSource("tables")
  @Tag("deep")
  void writes_randomScriptAsync_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Kind.ASYNC, local, 1, 30);
  }

  private static void run(
      ShardingSpec spec, Kind kind, LocalDynamoDb local, int scripts, int steps) {
    ShardedFixture.run(
        spec, kind, local, SEED, scripts, (fixture, random) -> script(fixture, random, steps));
  }

  private static void script(ShardedFixture fixture, Random random, int steps) {
    WriteScript script = new WriteScript(fixture.spec, random);
    boolean calculated = fixture.spec.selector().calculated();
    for (int i = 0; i < steps; i++) {
      switch (script.choice(calculated ? 5 : 4)) {
        case 0 -> fixture.putOnce(script.put());
        case 1 -> fixture.update(script.update());
        case 2 -> fixture.delete(script.delete());
        case 3 -> fixture.get(script.get());
        default -> fixture.put(script.conditionalPut());
      }
    }
    assertThat(fixture.sameContent()).isNotEmpty();
  }
}
