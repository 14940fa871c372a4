package dev.evenkeel.sharding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.evenkeel.sharding.spec.HeatPolicy;
import dev.evenkeel.sharding.spec.KeyRule;
import dev.evenkeel.sharding.spec.MovePace;
import dev.evenkeel.sharding.spec.ShardingSpec;
import dev.evenkeel.testkit.LocalDynamoDb;
import dev.evenkeel.testkit.LocalDynamoDbExtension;
import dev.evenkeel.testkit.equivalence.TableFixture;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** A plain key of type N cannot carry a suffix: that is said at once, with what to do. */
@ExtendWith(LocalDynamoDbExtension.class)
@Execution(ExecutionMode.CONCURRENT)
class NumberKeysTest {
  private static final String NUMBERS = "numbers";
  private static final AttributeValue SEVEN = AttributeValue.fromN("7");

  private final LiveTable table;

  NumberKeysTest(LocalDynamoDb local) {
    this.table = new LiveTable(local);
    table.plain.createTable(
        TableFixture.named(NUMBERS)
            .partitionKey("pk", ScalarAttributeType.N)
            .sortKey("sk", ScalarAttributeType.S)
            .request());
    table.plain.putItem(
        put -> put.tableName(NUMBERS).item(Map.of("pk", SEVEN, "sk", AttributeValue.fromS("a"))));
  }

  @AfterEach
  void close() {
    assertThat(table.plain.scan(all -> all.tableName(table.store().table())).items())
        .as("no record, no client, no move")
        .isEmpty();
    table.close();
  }

  private ShardingSpec.Builder numbers(int shards) {
    return ShardingSpec.builder(NUMBERS)
        .partitionKey("pk", ScalarAttributeType.N)
        .sortKey("sk")
        .shards(shards)
        .layoutFrom(table.store());
  }

  private static void assertRefused(ThrowingCallable call, String wayOut) {
    assertThatThrownBy(call)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll("type N", "cannot carry a suffix", wayOut);
  }

  @Test
  void pieceOfANumberKey_isRefusedWhenItIsPlannedAndAdded() {
    LayoutEditor editor = LayoutEditor.of(numbers(1).build(), table.plain);

    String wayOut =
        "Move the items to another table, whose partition key is of type S: with Resharder.startInto, or 'evenkeel reshard start --into'";
    assertRefused(() -> editor.plan(SEVEN, 4), wayOut);
    assertRefused(() -> editor.addPiece(SEVEN, 4), wayOut);
    assertRefused(() -> editor.addPiece(SEVEN, AttributeValue.fromS("m"), 4), wayOut);
  }

  @Test
  void moveOfANumberKeyWithinItsTable_isRefusedWhenItIsPlannedAndStarted() {
    Resharder resharder = Resharder.of(numbers(1).build(), table.sending(LayoutGuard.create()));

    String wayOut = "Move the items to another table, whose partition key is of type S";
    assertRefused(() -> resharder.plan(SEVEN, 4, MovePace.gentle()), wayOut);
    assertRefused(() -> resharder.start(SEVEN, 4), wayOut);
  }

  @Test
  void specOfLiveNumberKeys_withShardsOrHeat_isRefused() {
    String wayOut =
        "Make all keys plain, without heat(), and move the items to a table whose partition key is of type S";
    assertRefused(() -> numbers(1).heat(HeatPolicy.apply()).build(), wayOut);
    assertRefused(() -> numbers(1).shards(KeyRule.exactly(SEVEN, 4)).build(), wayOut);
    assertThat(numbers(1).build().shardCounts().max()).isEqualTo(1);
  }
}
