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
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;

/**
 * Random expressions that read the partition key answer on a sharded table as on a plain one, or
 * are refused before anything is sent.
 */
@ExtendWith(LocalDynamoDbExtension.class)
class KeyExpressionModelTest {
  private static final long SEED = 20261122;

  static Stream<Named<ShardingSpec>> tables() {
    return Stream.of(
        Named.of("texts", table(ScalarAttributeType.S).shards(16).build()),
        Named.of(
            "some texts plain",
            table(ScalarAttributeType.S)
                .shards(1)
                .shards(KeyRule.startingWith("day", 13))
                .shards(KeyRule.exactly("d", 3))
                .build()),
        Named.of(
            "texts by a function",
            table(ScalarAttributeType.S)
                .shards(4)
                .shards(KeyRule.of("length", 20, key -> key.s().length() % 3 == 0 ? 20 : 0))
                .suffixFormat(new SuffixFormat(".-#", Placement.SUFFIX, 1, 2))
                .build()),
        Named.of(
            "prefixed",
            table(ScalarAttributeType.S)
                .shards(13)
                .shards(KeyRule.startingWith("é", 1))
                .suffixFormat(new SuffixFormat("#", Placement.PREFIX, 0, 0))
                .build()),
        Named.of(
            "texts in pieces",
            table(ScalarAttributeType.S)
                .shards(Pieces.shards(3).from("2", 12))
                .shards(KeyRule.startingWith("day", Pieces.shards(1).from("2", 13)))
                .build()),
        Named.of(
            "texts in pieces by partition key",
            table(ScalarAttributeType.S)
                .shards(2)
                .shards(KeyRule.byPartitionKey(Pieces.shards(1).from("d", 6).from("day", 11)))
                .build()),
        Named.of("numbers", table(ScalarAttributeType.N).shards(12).build()),
        Named.of(
            "some numbers plain",
            table(ScalarAttributeType.N)
                .shards(4)
                .shards(KeyRule.exactly(AttributeValue.fromN("1"), 1))
                .build()),
        Named.of("binaries", table(ScalarAttributeType.B).shards(11).build()),
        Named.of(
            "drawn",
            table(ScalarAttributeType.S)
                .shards(1)
                .shards(KeyRule.startingWith("d", 5))
                .selector(ShardSelector.rotating())
                .uniqueSortKeys()
                .upsertOnDrawnShard()
                .build()));
  }

  private static ShardingSpec.Builder table(ScalarAttributeType type) {
    return ShardingSpec.builder("twin").partitionKey("pk", type).sortKey("sk");
  }

  static List<Named<ShardingSpec>> tablesInTurn() {
    return Rounds.inTurn(tables().toList());
  }

  @ParameterizedTest
  @MethodSource("tablesInTurn")
  @Tag("rounds")
  void expressions_ofThePartitionKey_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Kind.SYNC, local, SEED, 20);
  }

  @ParameterizedTest
  @MethodSource("tables")
  @Tag("deep")
  void expressions_ofThePartitionKeyAsync_answerAsOnAPlainTable(
      ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Kind.ASYNC, local, SEED + 1000, 10);
  }

  private static void run(ShardingSpec spec, Kind kind, LocalDynamoDb local, long seed, int steps) {
    Rounds.run(
        seed,
        1,
        random -> new KeyFixture(local, kind, spec),
        (fixture, random) -> check(fixture, new KeyScript(spec, random), steps));
  }

  private static void check(KeyFixture fixture, KeyScript script, int steps) {
    assertThat(script.items().stream().filter(fixture::put)).hasSizeGreaterThan(5);
    for (int i = 0; i < steps; i++) {
      fixture.same(script.scan(i % 5 == 0));
      fixture.same(script.query());
      if (i % 5 == 1) {
        fixture.sameInSegments(script.scan(false));
      }
    }
    boolean ordered = fixture.spec.suffixFormat().placement() == Placement.SUFFIX;
    if (ordered && fixture.spec.partitionType() != ScalarAttributeType.N) {
      assertThat(fixture.honoured()).isGreaterThan(fixture.refused());
    }
    for (int i = 0; i < 2 * steps; i++) {
      fixture.same(script.write());
    }
    fixture.same(ScanRequest.builder().tableName(fixture.spec.tableName()).build());
  }
}
