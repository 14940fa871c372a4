package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;

import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.ShardSelector;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.sharding.spec.SuffixFormat;
import dev.evenkeel.sharding.spec.SuffixFormat.Placement;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
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
            table().shards(4).selector(ShardSelector.hashOf(Twins.DETERMINANT)).build()),
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

  @ParameterizedTest
  @MethodSource("tables")
  @Tag("rounds")
  void writes_randomScript_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Face.Kind.SYNC, local, 1, 80);
  }

  @ParameterizedTest
  @MethodSource("tables")
  @Tag("rounds")
  void writes_randomScriptAsync_answerAsOnAPlainTable(ShardingSpec spec, LocalDynamoDb local) {
    run(spec, Face.Kind.ASYNC, local, 1, 30);
  }

  private static void run(
      ShardingSpec spec, Face.Kind face, LocalDynamoDb local, int scripts, int steps) {
    Twins.run(spec, face, local, SEED, scripts, (twins, random) -> script(twins, random, steps));
  }

  private static void script(Twins twins, Random random, int steps) {
    WriteScript script = new WriteScript(twins.spec, random);
    boolean calculated = twins.spec.selector().calculated();
    for (int i = 0; i < steps; i++) {
      switch (script.choice(calculated ? 5 : 4)) {
        case 0 -> put(twins, script.put());
        case 1 -> twins.update(script.update());
        case 2 -> twins.delete(script.delete());
        case 3 -> twins.get(script.get());
        default -> twins.put(script.conditionalPut());
      }
    }
    boolean carried = twins.spec.selector().determinants().contains(Twins.DETERMINANT);
    assertThat(twins.sameContent())
        .isNotEmpty()
        .allMatch(item -> item.containsKey(Twins.DETERMINANT) == (carried && !isBare(item)));
  }

  /** Whether an update made the item that only takes something away, which sets nothing. */
  private static boolean isBare(Map<String, AttributeValue> item) {
    return item.keySet().equals(Set.of("pk", "sk"));
  }

  /** A drawn selector is for keys that are put once. */
  private static void put(Twins twins, PutItemRequest put) {
    Map<String, AttributeValue> key =
        Map.of("pk", put.item().get("pk"), "sk", put.item().get("sk"));
    GetItemRequest get = GetItemRequest.builder().tableName(put.tableName()).key(key).build();
    if (twins.spec.selector().calculated() || !twins.get(get).hasAttributes()) {
      twins.put(put);
    }
  }
}
